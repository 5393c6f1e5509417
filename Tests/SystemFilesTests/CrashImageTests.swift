import SystemFiles
import Testing

/// A power cut after every change of a replace, with what was not synchronized lost or reordered.
@Suite(.serialized) struct CrashImageTests {
  struct Scenario: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var initial: String? = "old=1\n"
    var answers: [SystemCall: Errno] = [:]
    var fault: SystemCallInterposer.Fault?
    var isInPlace = false
  }

  static let scenarios: [Scenario] = [
    Scenario(testDescription: "replace"),
    Scenario(
      testDescription: "replace with a short write",
      fault: .init(call: .write, occurrence: 1, outcome: .shortWrite, isPermanent: true)),
    Scenario(testDescription: "replace without exchange", answers: [.renameat2: .invalid]),
    Scenario(
      testDescription: "replace without exchange and links",
      answers: [.renameat2: .invalid, .linkat: .notPermitted]),
    Scenario(testDescription: "create", initial: nil),
    Scenario(
      testDescription: "create without exclusive renames", initial: nil,
      answers: [.renameat2: .invalid]),
    Scenario(
      testDescription: "write in place", answers: [.renameat2: .busy], isInPlace: true),
  ]

  static let imagesPerScenario = 2_000

  @Test(arguments: scenarios)
  func everyImageIsWholeAndRecovers(scenario: Scenario) throws {
    let record = try Record(scenario)
    var chance = SplitMix(seed: 42)
    var images = 0
    var distinct: Set<CrashImage> = []
    var bad = 0
    var recovered = 0
    let perPrefix = Self.imagesPerScenario / (record.operations.count + 1) + 1
    for count in 0...record.operations.count {
      // What was acknowledged before the crash, and what was being written.
      let acknowledged = record.acknowledgements.last { $0.count <= count }?.version ?? 0
      let allowed = record.versions[acknowledged...min(acknowledged + 1, record.versions.count - 1)]
      for _ in 0..<perPrefix {
        let image = CrashImage(
          initial: record.initial, nodes: record.nodes, operations: record.operations,
          count: count, chance: &chance)
        images += 1
        if !scenario.isInPlace, !allowed.contains(image.files["a"]) { bad += 1 }
        guard distinct.insert(image).inserted else { continue }

        recovered += 1
        if try !recovers(image, to: allowed, scenario) { bad += 1 }
      }
    }
    print(
      "\(scenario.testDescription): \(record.operations.count) changes, \(images) images, "
        + "\(distinct.count) distinct, \(recovered) recovered, \(bad) bad")
    #expect(bad == 0)
    #expect(images >= Self.imagesPerScenario)
  }

  /// Lays an image on a file system and opens the file as the next process would.
  private func recovers(
    _ image: CrashImage, to allowed: ArraySlice<[UInt8]?>, _ scenario: Scenario
  ) throws -> Bool {
    let directory = try TemporaryDirectory(in: TemporaryDirectory.memory)
    for (name, bytes) in image.files {
      let file = try SystemCalls.open(
        directory.path(name), [.writeOnly, .create, .exclusive], mode: 0o600)
      try SystemCalls.writeAll(bytes, to: file)
    }
    let file = AtomicFile(path: directory.path("a"))
    var strays = 0
    let outcome = try file.update(recovering: true) {
      strays += $1.count
      return nil
    }
    let left = try file.settle(outcome.lingering)
    let names = try directory.names
    return strays == 0 && left.isEmpty && names.allSatisfy { $0 == "a" }
      && allowed.contains(outcome.contents?.bytes)
  }
}

extension CrashImageTests {
  /// Three updates in a row, as they were made.
  struct Record {
    var initial: [String: [UInt8]] = [:]
    var nodes: [String: FileOperation.Node] = [:]
    var operations: [FileOperation] = []
    /// The contents before and after each update.
    var versions: [[UInt8]?]
    /// After how many changes which version was acknowledged.
    var acknowledgements: [(count: Int, version: Int)] = []

    init(_ scenario: Scenario) throws {
      let directory = try TemporaryDirectory(in: TemporaryDirectory.memory)
      versions = [scenario.initial.map { Array($0.utf8) }]
      if let text = scenario.initial {
        try directory.write(text, to: "a")
        let identity = try SystemCalls.identity(of: directory.path("a"))
        initial["a"] = Array(text.utf8)
        nodes["a"] = FileOperation.Node(device: identity.device, inode: identity.inode)
      }
      let interposer = SystemCallInterposer(
        fault: scenario.fault, answers: scenario.answers, recordsOperations: true)
      let file = AtomicFile(path: directory.path("a"), allowsInPlace: scenario.isInPlace)
      for number in 1...3 {
        let padding = String(repeating: "x", count: [40, 5, 5_000][number - 1])
        let outcome = try interposer.run { () throws(ReplaceError<Never>) in
          try file.set(["new": "\(number)\(padding)"])
        }
        versions.append(outcome.contents?.bytes)
        acknowledgements.append((interposer.operations.count, number))
      }
      operations = interposer.operations
    }
  }
}
