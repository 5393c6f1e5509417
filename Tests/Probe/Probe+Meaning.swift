import LivePreferences

extension Probe {
  static func writeSamples(to path: String, as format: String) throws {
    let formats: [String: PreferenceFormat] = [
      "json": .json, "xml": .xmlPropertyList, "binary": .binaryPropertyList,
    ]
    var configuration = PreferenceConfiguration()
    configuration.format = formats[format]
    let preferences = try Preferences(file: path, configuration: configuration)
    for sample in samples { try sample.set(preferences) }
    for sample in samples { sample.fault(preferences).map { say("\(sample.name): \($0)") } }
    try preferences.synchronize()
    say("wrote \(samples.count)")
  }

  static func checkSamples(_ preferences: Preferences) {
    for sample in samples { sample.fault(preferences).map { say("\(sample.name): \($0)") } }
    say("checked \(samples.count)")
  }

  static func follow(_ preferences: Preferences, _ name: String) {
    let writer = PreferenceWriter(defaultValue: [0], key: name, store: preferences)
    let (changes, start) = (writer.changes, writer.state)
    let task = Task {
      for await change in changes { say("\(change.new) \(writer.state)") }
    }
    say("READY \(start)")
    awaitEndOfInput()
    task.cancel()
  }
}
