/// The name of a file that a replace leaves beside the target for a moment.
///
/// It is `.NAME.K<base><intent><random>.tmp`: what the replaced contents and the new ones digest
/// to, so that whoever finds it after a crash knows whether it holds anything of value, and 128
/// random bits, so that nobody can plant a file of that name.
struct TemporaryName: Equatable, Sendable {
  /// How far the replace had come.
  enum Stage: UInt8, Sendable {
    /// Our new contents, perhaps half of them; never more than ours.
    case writing = 0x74  // t
    /// Our new contents, whole, or what they have been exchanged with: base, or a hand edit.
    case exchanging = 0x78  // x
    /// What was replaced, kept while someone may be writing it. The replace itself is done.
    case writerOpen = 0x77  // w
    /// New and old contents of a file that is written in place.
    case journal = 0x6A  // j
  }

  var stage: Stage
  /// What the replaced contents digest to, or nil where there was no file.
  var base: ContentDigest?
  /// What the new contents digest to.
  var intent: ContentDigest
  private var random: (UInt64, UInt64)
  private var target: String

  /// Makes a name that nobody has or can guess.
  init(
    _ stage: Stage, for target: String, base: ContentDigest?, intent: ContentDigest
  ) throws(Errno) {
    self.stage = stage
    self.target = target
    self.base = base
    self.intent = intent
    let bytes = try SystemCalls.randomBytes(16)
    random = bytes.withUnsafeBytes {
      ($0.load(as: UInt64.self), $0.load(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// Understands a name, or returns nil where it is not one of a file's temporary names.
  init?(_ name: String, for target: String) {
    let prefix = Self.prefix(for: target)
    let bytes = Array(name.utf8)
    guard bytes.starts(with: prefix.utf8), name.hasSuffix(Self.suffix),
      bytes.count == prefix.utf8.count + 65 + Self.suffix.utf8.count,
      let stage = Stage(rawValue: bytes[prefix.utf8.count])
    else { return nil }
    let digits = bytes[(prefix.utf8.count + 1)...]
    func number(_ index: Int) -> UInt64? {
      let start = digits.startIndex + 16 * index
      return UInt64(String(decoding: digits[start..<start + 16], as: UTF8.self), radix: 16)
    }
    guard let intent = number(1), let first = number(2), let second = number(3) else { return nil }
    self.stage = stage
    self.target = target
    self.base = number(0).map(ContentDigest.init(rawValue:))
    self.intent = ContentDigest(rawValue: intent)
    random = (first, second)
  }

  /// The name as the file system has it.
  var text: String {
    let base = base?.hexadecimal ?? String(repeating: "-", count: 16)
    let letter = Unicode.Scalar(stage.rawValue)
    return "\(Self.prefix(for: target))\(letter)\(base)\(intent.hexadecimal)"
      + "\(ContentDigest.hexadecimal(random.0))\(ContentDigest.hexadecimal(random.1))\(Self.suffix)"
  }

  /// The same file's name in another stage.
  func at(_ stage: Stage) -> TemporaryName {
    var name = self
    name.stage = stage
    return name
  }

  static func == (left: TemporaryName, right: TemporaryName) -> Bool {
    left.text.isSamePath(as: right.text)
  }

  private static let suffix = ".tmp"

  /// Names may have 255 bytes; a long target is named by its digest.
  private static func prefix(for target: String) -> String {
    target.utf8.count <= 150 ? ".\(target)." : ".~\(ContentDigest(Array(target.utf8)).hexadecimal)."
  }
}
