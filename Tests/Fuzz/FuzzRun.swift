import DocumentChecks
import Glibc
import PropertyLists

/// Mutates the corpus and checks what comes out, as often as asked.
///
/// An input that breaks a property, crashes or hangs is written into the corpus directory, where the
/// tests replay it for ever.
final class FuzzRun: Sendable {
  private let options: FuzzOptions

  init(_ options: FuzzOptions) { self.options = options }

  /// Checks one file and prints what it is.
  func check(file: String) {
    guard let bytes = FuzzFiles.read(file) else {
      print("cannot read \(file)")
      exit(66)
    }
    do {
      let document = try Document(parsing: bytes, as: options.format)
      print("a document of \(document.count) names; peak memory \(peakMemory()) KiB")
    } catch {
      print("\(error.code): \(error); peak memory \(peakMemory()) KiB")
    }
    do {
      guard bytes.count < 1 << 20 else { return }
      for seed in options.seed..<options.seed + UInt64(options.executions) {
        try checkDocument(bytes, as: options.format, seed: seed)
      }
    } catch {
      print(error)
      exit(1)
    }
  }

  func execute() {
    print("format \(options.format), seed \(options.seed), \(options.executions) executions")
    fflush(nil)
    var mutator = Mutator(
      seed: options.seed, format: options.format,
      corpus: options.corpus.map(FuzzFiles.readAll) ?? [])
    FuzzFiles.saveOnSignal(into: options.corpus ?? ".")
    let start = seconds()
    var documents = 0
    for execution in 0..<options.executions {
      if execution.isMultiple(of: 1024) { limitProcessorTime(seconds: 30) }
      if execution > 0, execution.isMultiple(of: 1_000_000) {
        print("\(execution) executions, \(documents) documents, \(seconds() - start) s")
        fflush(nil)
      }
      let input = mutator.next()
      FuzzFiles.remember(input)
      do {
        if try checkDocument(input, as: options.format, seed: options.seed &+ UInt64(execution)) {
          documents += 1
          mutator.keep(input)
        }
      } catch {
        let path = FuzzFiles.save(input, into: options.corpus ?? ".")
        print("execution \(execution): \(error)\nkept as \(path)")
        exit(1)
      }
    }
    let duration = seconds() - start
    print("\(documents) were documents; nothing found in \(duration) s")
  }
}

/// Makes the program end by a signal when it has worked for some more seconds; those in which others
/// keep the processor do not count.
private func limitProcessorTime(seconds: Int) {
  var time = itimerval()
  time.it_value.tv_sec = seconds
  setitimer(__itimer_which_t(ITIMER_VIRTUAL.rawValue), &time, nil)
}

/// Runs `body` to its end on a thread with a stack of 512 KiB.
func runOnSmallStack(_ body: @escaping @Sendable () -> Void) {
  typealias Body = @Sendable () -> Void
  let box = UnsafeMutablePointer<Body>.allocate(capacity: 1)
  box.initialize(to: body)
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  pthread_attr_setstacksize(&attributes, 512 << 10)
  var thread = pthread_t()
  let result = pthread_create(
    &thread, &attributes,
    { argument in
      argument?.assumingMemoryBound(to: Body.self).pointee()
      return nil
    }, box)
  precondition(result == 0, "a thread could not be made")
  pthread_join(thread, nil)
}

func seconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The most memory this program has had resident, in KiB.
///
/// `getrusage` would count what the process had before it became this program.
func peakMemory() -> Int { memory("VmHWM:") }

/// A figure of the process in KiB.
func memory(_ field: String) -> Int {
  let status = String(decoding: FuzzFiles.read("/proc/self/status") ?? [], as: UTF8.self)
  let line = status.split(separator: "\n").first { $0.hasPrefix(field) }
  return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
}
