import Glibc
import PreferencesStore
import PropertyLists

/// Adds one to each of some names in one update, so often, and prints each value it was given back.
func increment(_ path: String, _ names: [String], _ count: Int) throws {
  let store = try LayeredStore(file: path, configuration: patient)
  say("ready")
  for _ in 0..<count {
    let values = try store.update { edit throws(PreferenceError) -> [Int64] in
      var values: [Int64] = []
      for name in names {
        let value = integer(edit.value(named: name)) + 1
        try edit.set(.integer(value), named: name)
        values.append(value)
      }
      return values
    }
    guard values.allSatisfy({ $0 == values[0] }) else { fail("names apart: \(values)") }
    say("\(values[0])")
  }
  say("done")
}

/// With ten writers on a busy machine a lock can take long.
var patient: PreferenceConfiguration {
  var configuration = PreferenceConfiguration()
  configuration.lockTimeout = .seconds(60)
  return configuration
}

func integer(_ value: PropertyList?) -> Int64 {
  guard case .integer(let number)? = value else { return 0 }
  return number
}

/// Reads the file without a pause, and counts what did not parse and what went back.
func pollUntilInputEnds(_ path: String) {
  var (reads, bad, backwards) = (0, 0, 0)
  var last: Int64 = 0
  say("ready")
  var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
  while poll(&input, 1, 0) == 0 {
    guard let contents = plainContents(path) else { continue }
    reads += 1
    guard let document = try? Document(parsing: contents, as: .json) else {
      bad += 1
      continue
    }
    let value = integer(document.value(named: "n"))
    if value < last { backwards += 1 }
    last = value
  }
  say("reads \(reads) unparsable \(bad) backwards \(backwards)")
}
