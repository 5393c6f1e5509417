internal import CInotifyTools
internal import Glibc
internal import Synchronization

/// The process's one use of libinotifytools: the only file that names its functions.
///
/// The library keeps its state in globals and serves one user in a process, so there is one value
/// of this type at most, and only the thread that leads the event loop touches it.
///
///     (none) ──start──► watching ──deinit──► (none)
///
/// What it works around, found in version 3.22.6:
/// - The descriptor may get the number of a standard stream that is closed: all three are taken while
///   it is opened.
/// - The descriptor is hidden, blocking and open across `exec`: it is the one that appeared in
///   `/proc/self/fd` and lists our first watch in `/proc/self/fdinfo`.
/// - It waits with `select`, which overruns its set from descriptor 1024 on: refused.
/// - A path once watched keeps its old number for ever: each is spelled as never before.
/// - Removing a watch that has ended fails for ever and prints: nothing is removed; after enough
///   garbage `DirectoryWatcher` starts anew.
/// - `cleanup` leaves the read cursor, so that old events come out of the next session: drained
///   before.
/// - `next_event(0)` blocks for ever and a count above 1 spins: only `next_events(0, 1)` is used.
struct InotifyLibrary: ~Copyable {
  /// The library's descriptor, to wait on for `.readable`.
  let descriptor: Int32

  /// The root directory's watch, by which the descriptor was found.
  let rootWatch: Int32

  /// What `rootWatch` tells.
  static let rootMask: InotifyEvent.Mask = [.deleteSelf, .onlyDirectories]

  private var spellings: UInt32

  /// The first descriptor that `select` cannot wait for (`FD_SETSIZE`).
  static let descriptorLimit: Int32 = 1_024

  private static let isTaken = Atomic<Bool>(false)

  /// Opens the library.
  ///
  /// - Throws: Why it cannot be used; nothing is left open then.
  static func start() throws(PollingReason) -> InotifyLibrary {
    guard !isTaken.exchange(true, ordering: .acquiring) else { throw .libraryInUse }
    do throws(PollingReason) {
      return try open()
    } catch {
      isTaken.store(false, ordering: .releasing)
      throw error
    }
  }

  deinit {
    // Events left in the library's buffer would come out of its next session.
    while inotifytools_next_events(0, 1) != nil {}
    Self.close()
    Self.isTaken.store(false, ordering: .releasing)
  }

  private init(descriptor: Int32, rootWatch: Int32, spellings: UInt32) {
    self.descriptor = descriptor
    self.rootWatch = rootWatch
    self.spellings = spellings
  }

  /// Watches the directory or file that is open at a descriptor, or widens what its watch tells.
  ///
  /// - Returns: The kernel's number of the watch, or nil where the library lost track of it.
  mutating func watch(
    _ file: borrowing FileDescriptor, _ mask: InotifyEvent.Mask
  ) throws(Errno) -> Int32? {
    spellings += 1
    return try Self.watch(file, mask, spelling: spellings)
  }

  /// Takes events out of the library's buffer and the kernel's queue.
  ///
  /// - Returns: Whether there is nothing left; else call again before waiting, since `poll` does
  ///   not see what the library has buffered.
  func drain(into events: inout [InotifyEvent], limit: Int) -> Bool {
    for _ in 0..<limit {
      guard let event = inotifytools_next_events(0, 1) else { return true }
      events.append(Self.copy(event))
    }
    return false
  }
}

extension InotifyLibrary {
  private static func open() throws(PollingReason) -> InotifyLibrary {
    guard inotifytools_get_num_watches() == 0 else { throw .libraryInUse }
    let earlier = try refusing { () throws(Errno) in try inotifyDescriptors() }
    // The number that the library is about to get, unless another thread opens a file just now.
    let next = try refusing { () throws(Errno) in try openRoot().rawValue }
    guard next < descriptorLimit else { throw .descriptorTooHigh }
    let isOpen = try refusing { () throws(Errno) in
      try SystemCalls.avoidingStandardStreams { inotifytools_initialize() == 1 }
    }
    guard isOpen else {
      throw reason(for: Errno(inotifytools_error()))
    }
    let now: Set<Int32>
    do throws(PollingReason) {
      now = try refusing { () throws(Errno) in try inotifyDescriptors() }
    } catch {
      // What somebody else may have opened is not for us to close.
      if earlier.isEmpty { close() }
      throw error
    }
    let candidates = now.subtracting(earlier)
    // Nothing new was opened: the library was open already, for somebody else.
    guard !candidates.isEmpty else { throw .libraryInUse }
    do throws(PollingReason) {
      return try adopt(from: candidates)
    } catch {
      close()
      throw error
    }
  }

  /// Finds the library's descriptor among new ones by a watch of the root directory.
  private static func adopt(
    from candidates: Set<Int32>
  ) throws(PollingReason) -> InotifyLibrary {
    // Draining waits with `select`, so a high number must be found out before the first event.
    guard candidates.contains(where: { $0 < descriptorLimit }) else { throw .descriptorTooHigh }
    let root = try refusing { () throws(Errno) in try openRoot() }
    let inode = try refusing { () throws(Errno) in try SystemCalls.identity(of: root).inode }
    let number = try refusing { () throws(Errno) -> Int32? in
      try watch(root, rootMask, spelling: 1)
    }
    let found = candidates.filter { lists(watch: number, inode: inode, descriptor: $0) }
    guard let number, let descriptor = found.first, found.count == 1 else {
      throw .descriptorNotFound
    }
    guard descriptor < descriptorLimit else { throw .descriptorTooHigh }
    try refusing { () throws(Errno) in
      try SystemCalls.makeCloseOnExecAndNonBlocking(number: descriptor)
    }
    return InotifyLibrary(descriptor: descriptor, rootWatch: number, spellings: 1)
  }

  private static func openRoot() throws(Errno) -> FileDescriptor {
    try SystemCalls.open("/", [.pathOnly, .directory])
  }

  private static func refusing<Result: ~Copyable>(
    _ body: () throws(Errno) -> Result
  ) throws(PollingReason) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw reason(for: error)
    }
  }

  private static func reason(for errno: Errno) -> PollingReason {
    switch errno {
    case .tooManyFiles, .tooManyFilesInSystem: .instanceLimit
    case .noSpace: .watchLimit
    case .noSuchFile: .descriptorNotFound
    default: .refused(errno)
    }
  }

  private static func close() {
    inotifytools_cleanup()
  }

  /// The descriptors of all inotify instances that this process has open.
  private static func inotifyDescriptors() throws(Errno) -> Set<Int32> {
    let directory = try SystemCalls.open("/proc/self/fd", [.readOnly, .directory])
    var numbers: Set<Int32> = []
    for name in try SystemCalls.names(in: directory) {
      guard let target = try? SystemCalls.linkTarget(name, at: directory),
        target == "anon_inode:inotify" || target == "inotify", let number = Int32(name)
      else { continue }
      numbers.insert(number)
    }
    return numbers
  }

  /// Whether an instance has this watch on this inode: a line `inotify wd:1 ino:2 sdev:…`, with
  /// hexadecimal numbers, in its `fdinfo`.
  private static func lists(watch: Int32?, inode: UInt64, descriptor: Int32) -> Bool {
    guard let watch, let text = try? contents(of: "/proc/self/fdinfo/\(descriptor)") else {
      return false
    }
    let wanted = "inotify wd:\(String(watch, radix: 16)) ino:\(String(inode, radix: 16)) "
    return text.split(separator: "\n").contains { $0.hasPrefix(wanted) }
  }

  private static func contents(of path: String) throws(Errno) -> String {
    let file = try SystemCalls.open(path, .readOnly)
    var bytes = [UInt8](repeating: 0, count: 4_096)
    var filled = 0
    while true {
      let count = try SystemCalls.read(file, into: &bytes, at: filled)
      guard count > 0 else { return String(decoding: bytes.prefix(filled), as: UTF8.self) }
      filled += count
      if filled == bytes.count { bytes += [UInt8](repeating: 0, count: filled) }
    }
  }

  private static func watch(
    _ file: borrowing FileDescriptor, _ mask: InotifyEvent.Mask, spelling number: UInt32
  ) throws(Errno) -> Int32? {
    let path = path(of: file.rawValue, isDirectory: mask.contains(.onlyDirectories), number)
    guard inotifytools_watch_file(path, Int32(bitPattern: mask.rawValue)) == 1 else {
      throw Errno(inotifytools_error())
    }
    let watch = inotifytools_wd_from_filename(path)
    return watch > 0 ? watch : nil
  }

  /// A path to an open file in a spelling of its own for each number, of equal length for all.
  ///
  /// The library enters a directory under a name that ends in a slash, and a link to a file as it
  /// is.
  private static func path(of descriptor: Int32, isDirectory: Bool, _ number: UInt32) -> String {
    var path = "/proc"
    for bit in 0..<UInt32.bitWidth {
      path += number >> UInt32(bit) & 1 == 0 ? "/./" : "///"
    }
    path += "self/fd/\(descriptor)"
    return isDirectory ? path + "/./" : path
  }

  private static func copy(_ event: UnsafeMutablePointer<inotify_event>) -> InotifyEvent {
    let nameStart = UnsafeRawPointer(event) + MemoryLayout<inotify_event>.size
    let padded = UnsafeRawBufferPointer(start: nameStart, count: Int(event.pointee.len))
    return InotifyEvent(
      watch: event.pointee.wd, mask: InotifyEvent.Mask(rawValue: event.pointee.mask),
      name: Array(padded.prefix { $0 != 0 }))
  }
}
