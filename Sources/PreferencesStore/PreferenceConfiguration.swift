public import PropertyLists

/// How a domain's file is read, written and watched.
///
/// The first to open a file in a process decides; others share the file as it is followed already.
public struct PreferenceConfiguration: Sendable {
  /// How far a commit goes before it counts as done.
  public enum Durability: Sendable, Hashable {
    /// The file and its directory are flushed: the commit survives a power cut.
    case full

    /// Nothing is flushed: the file is whole at any moment, but a power cut may bring the old
    /// one back.
    case normal
  }

  /// How outside edits are noticed.
  public enum Watching: Sendable, Hashable {
    /// By the kernel's notifications where they can serve, otherwise by looking.
    case automatic

    /// By looking at the file at an interval of the process (2 seconds unless configured).
    case polling

    /// Not at all, but at each commit and `synchronize()`.
    case off
  }

  /// What becomes of a file that does not parse.
  public enum UnreadableFile: Sendable, Hashable {
    /// It stays as it is, and writes wait until a person has repaired it.
    case keep

    /// At the next write it is moved to a dated copy beside it, and a new file begins.
    case setAside
  }

  /// The format of a new file; nil goes by the extension, and JSON where that tells nothing.
  public var format: PreferenceFormat?

  /// How far a commit goes before it counts as done.
  public var durability: Durability = .full

  /// How outside edits are noticed.
  public var watching: Watching = .automatic

  /// What becomes of a file that does not parse.
  public var unreadableFile: UnreadableFile = .keep

  /// Whether a file that cannot be replaced (mounted by itself) is overwritten in place, which is
  /// not atomic: a crash in that moment leaves a part of it.
  public var allowsInPlace = false

  /// The longest time a commit waits for another process's lock.
  public var lockTimeout: Duration = .seconds(5)

  /// The largest file that is read or written, in bytes.
  ///
  /// A value for which there is no room holds up no other.
  public var byteLimit = 16 << 20

  /// Creates the configuration that suits a file on a local disk.
  public init() {}
}

extension PreferenceConfiguration {
  /// What a document of the file may cost.
  var documentLimits: DocumentLimits {
    var limits = DocumentLimits()
    limits.byteCount = byteLimit
    return limits
  }
}
