// A process that writes, for tests that kill it or race it.
//
//     WriterProbe loop PATH          sets every line to 1, 2, 3, … for ever; prints each when it is done
//     WriterProbe increment PATH N   adds one to the first line N times
//     WriterProbe create PATH UMASK  creates the file under an umask (octal)
//     WriterProbe closed PATH        writes without standard streams; the status is the lowest number
//                                    that a file was opened with
//     WriterProbe unlinked PATH      removes its own file, which is at PATH, and prints its name

import Glibc
import SystemFiles

func fail(_ message: String) -> Never {
  print(message)
  exit(1)
}

func update(_ path: String, _ transform: (Int) -> [UInt8]) -> Int {
  do {
    let file = AtomicFile(path: path)
    let outcome = try file.update(lockTimeout: .seconds(60)) { contents, _ in
      let text = String(decoding: contents?.bytes ?? [], as: UTF8.self)
      return transform(text.split(separator: "\n").first.flatMap { Int($0) } ?? 0)
    }
    return outcome.contents?.bytes.count ?? 0
  } catch {
    fail("\(error)")
  }
}

let arguments = CommandLine.arguments
guard arguments.count >= 3 else { fail("usage: WriterProbe loop|increment|create PATH …") }
let path = arguments[2]

switch arguments[1] {
case "loop":
  while true {
    var number = 0
    _ = update(path) { value in
      number = value + 1
      return Array(String(repeating: "\(number)\n", count: 2_000).utf8)
    }
    let line = Array("\(number)\n".utf8)
    guard write(1, line, line.count) == line.count else { exit(1) }
  }
case "increment":
  for _ in 0..<(Int(arguments[3]) ?? 0) {
    _ = update(path) { Array("\($0 + 1)\n".utf8) }
  }
case "create":
  umask(mode_t(arguments[3], radix: 8) ?? 0)
  _ = update(path) { Array("\($0 + 1)\n".utf8) }
case "closed":
  for number: Int32 in 0...2 { close(number) }
  _ = update(path) { $0 + 1 == 0 ? [] : Array("1\n".utf8) }
  exit((try? SystemCalls.open("/dev/null", [.readOnly]).rawValue) ?? 0)
case "unlinked":
  unlink(path)
  print(ProcessEnvironment.executableName ?? "no name")
default:
  fail("unknown command \(arguments[1])")
}
