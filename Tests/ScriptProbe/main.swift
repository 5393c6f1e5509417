import FoundationEssentials
import Glibc
import SystemFiles

// Follows files as a program does, in a process of its own, while others edit them. Every mode
// prints lines; it ends with its input at the latest.
//
//   ScriptProbe scripts DIRECTORY SCRIPTS REPEATS EDITOR-REPEATS
//   ScriptProbe script DIRECTORY SCRIPT REPEATS
//   ScriptProbe latency DIRECTORY EDITS
//   ScriptProbe domains DIRECTORY COUNT IDLE-SECONDS
//   ScriptProbe machine DIRECTORY OPERATIONS SEED
//
// `LIVEPREFERENCES_WATCH=poll:50` has the files polled instead of watched.

func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(1, bytes, bytes.count)
}

func fail(_ reason: String) -> Never {
  say("failed ScriptProbe: \(reason)")
  exit(2)
}

let words = Array(CommandLine.arguments.dropFirst())
guard words.count >= 2 else { fail("ScriptProbe MODE DIRECTORY ARGUMENT…") }
let base = words[1]

func number(_ index: Int) -> Int {
  guard index < words.count, let number = Int(words[index]) else {
    fail("argument \(index) is no number")
  }
  return number
}

try Thread.spawn(name: "input") {
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
  exit(3)
}

do {
  try FileManager.default.createDirectory(atPath: base, withIntermediateDirectories: true)
  switch words[0] {
  case "scripts":
    guard words.count > 2 else { fail("where are the scripts?") }
    let names = try FileManager.default.contentsOfDirectory(atPath: words[2]).sorted()
    let scripts = try names.filter { $0.hasSuffix(".watch") }.map { name in
      let path = "\(words[2])/\(name)"
      return (try Script(contentsOf: path), path)
    }
    let suite = ScriptSuite(below: base, width: 12)
    try suite.run(scripts, .init(scripts: number(3), editors: number(4)))
  case "script":
    guard words.count > 2 else { fail("where is the script?") }
    let run = ScriptRun(script: try Script(contentsOf: words[2]), base: base)
    say(try run.outcome(of: number(3)).text)
  case "latency":
    let workplace = try Workplace(below: base)
    try Latency(path: "\(workplace.path)/app.json").measure(edits: number(2))
    withExtendedLifetime(workplace) {}
  case "domains":
    let workplace = try Workplace(below: base)
    try ManyDomains(place: workplace.path).run(number(2), idleFor: number(3))
    withExtendedLifetime(workplace) {}
  case "machine":
    let workplace = try Workplace(below: base)
    let seed = UInt64(bitPattern: Int64(number(3)))
    let report = try Machine(in: workplace, seed: seed).run(number(2))
    if let fault = report.fault { fail("machine with seed \(number(3)): \(fault)") }
    say(
      """
      machine seed \(number(3)), operations \(report.operations), \
      comparisons \(report.comparisons), notices \(report.notices)
      """)
    withExtendedLifetime(workplace) {}
  default: fail("no mode '\(words[0])'")
  }
} catch {
  fail("\(error)")
}
exit(0)
