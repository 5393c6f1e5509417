/// Who reads a slot, as the bits of its sequence that say that nobody of them has done so.
@usableFromInline
struct ReadersOfSlot: OptionSet, Sendable {
  @usableFromInline let rawValue: UInt

  @inlinable @inline(__always)
  init(rawValue: UInt) { self.rawValue = rawValue }

  /// Those who are not tracked.
  @inlinable static var untracked: Self { Self(rawValue: 0) }

  /// Those who may be tracked.
  @inlinable static var anywhere: Self { Self(rawValue: 4) }

  /// Those who may be tracked and are to hear of changes on the main actor.
  @inlinable static var ofMainActor: Self { Self(rawValue: 12) }
}
