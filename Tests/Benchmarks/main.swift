// Benchmarks [section …]: measures the sections named, or all.
let sections: [(name: String, measure: () throws -> Void)] = [
  ("documents", DocumentsBenchmark.measure),
  ("read", ReadSection.run),
  ("set", SetSection.run),
  ("model", ModelSection.run),
  ("watch", WatchSection.run),
  ("replace", ReplaceBenchmark.measure),
]

let asked = Set(CommandLine.arguments.dropFirst())
let unknown = asked.subtracting(sections.map(\.name))
if !unknown.isEmpty {
  print("There is no section \(unknown.sorted().joined(separator: ", ")). There are:")
  for section in sections { print("  \(section.name)") }
} else {
  for section in sections where asked.isEmpty || asked.contains(section.name) {
    print("\(section.name)")
    try section.measure()
  }
}
