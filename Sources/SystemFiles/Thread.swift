internal import CInotifyTools
internal import Glibc

/// Threads of the system's own, for work that blocks.
package enum Thread {
  /// Starts a thread that runs a closure once and ends with it.
  ///
  /// All signals are blocked in it, so that a program's handlers run on threads of its own.
  ///
  /// - Parameters:
  ///   - name: What `ps -L` shows, cut to 15 bytes.
  ///   - stackSize: In bytes; nil takes the system's default.
  ///   - body: What the thread does.
  /// - Throws: The system's answer when it has no thread to give (`EAGAIN`).
  package static func spawn(
    name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
  ) throws(Errno) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }

    var everySignal = sigset_t()
    var callersSignals = sigset_t()
    sigfillset(&everySignal)
    pthread_sigmask(SIG_SETMASK, &everySignal, &callersSignals)
    defer { pthread_sigmask(SIG_SETMASK, &callersSignals, nil) }

    let start = Unmanaged.passRetained(Start(name: name, body: body))
    var thread = pthread_t()
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        system_set_thread_name(String(decoding: start.name.utf8.prefix(15), as: UTF8.self))
        start.body()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      start.release()
      throw Errno(status)
    }
  }

  /// Waits until a moment has come, whatever signals arrive.
  package static func sleep(until deadline: MonotonicTime) {
    while true {
      let remaining = MonotonicTime.now.duration(to: deadline).clampedNanoseconds
      guard remaining > 0 else { return }
      var time = timespec(
        tv_sec: Int(remaining / 1_000_000_000), tv_nsec: Int(remaining % 1_000_000_000))
      nanosleep(&time, nil)
    }
  }

  private final class Start {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
}

/// A mark that each thread carries for itself, clear at first.
package struct ThreadLocalFlag: Sendable {
  private let key: pthread_key_t

  /// Creates a flag that is never freed: keep it in a `static let`.
  package init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    self.key = key
  }

  /// Whether the calling thread carries the mark.
  package var isSet: Bool {
    get { pthread_getspecific(key) != nil }
    nonmutating set { pthread_setspecific(key, UnsafeRawPointer(bitPattern: newValue ? 1 : 0)) }
  }

  /// Runs a closure with the mark set, and restores what was there.
  package func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outer = isSet
    isSet = true
    defer { isSet = outer }
    return try body()
  }
}

/// An object that each thread has for itself, none at first; not retained.
struct ThreadLocalObject<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  /// Creates a place that is never freed: keep it in a `static let`.
  init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "pthread_key_create failed with \(status)")
    self.key = key
  }

  var object: Object? {
    get {
      pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
    }
    nonmutating set {
      pthread_setspecific(
        key, newValue.map { UnsafeRawPointer(Unmanaged.passUnretained($0).toOpaque()) })
    }
  }
}
