/// A random number generator that repeats a run from its seed: SplitMix64 (Steele, Lea, Flood).
package struct SeededGenerator: RandomNumberGenerator {
  /// What to pass to ``init(seed:)`` to see the same run again.
  package let seed: UInt64

  private var state: UInt64

  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator with a new seed, which a failing test prints.
  package static func forThisRun() -> SeededGenerator {
    SeededGenerator(seed: .random(in: 0 ... .max))
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
