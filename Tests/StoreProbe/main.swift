import Glibc

// Uses a store in a process of its own, so that it can be killed, forked, run several times at
// once and as another user. Every mode prints lines; `ready` says that the first step is done.
//
//   StoreProbe MODE FILE ARGUMENT…

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 2 else { fail("StoreProbe MODE FILE ARGUMENT…") }
let path = arguments[1]

func argument(_ index: Int) -> String {
  guard index + 2 < arguments.count else { fail("\(arguments[0]): argument \(index) is missing") }
  return arguments[index + 2]
}

func number(_ index: Int) -> Int {
  guard let number = Int(argument(index)) else { fail("'\(argument(index))' is no number") }
  return number
}

do {
  switch arguments[0] {
  case "increment":
    try increment(path, argument(0).split(separator: ",").map(String.init), number(1))
  case "poll": pollUntilInputEnds(path)
  case "kill": try killLoop(path, kills: number(0), seed: number(1))
  case "write-until-killed": try writeUntilKilled(path)
  case "edit": try editLoop(path, count: number(0), seed: number(1))
  case "hold-lock": try holdLock(path)
  case "exit": try leave(path, argument(0))
  case "forked": try readInForkedChild(path, argument(0))
  case "set": try set(path, argument(0))
  case "starve": try starve(path, argument(0))
  case "follow-without-streams": try followWithoutStreams(path)
  case "set-without-thread": try setWithoutThread(path)
  case "threads": try synchronizeInThreads(path, threads: number(0), count: number(1))
  default: fail("no mode '\(arguments[0])'")
  }
} catch {
  fail("\(error)")
}
