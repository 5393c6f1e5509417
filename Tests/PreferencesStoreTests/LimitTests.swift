import Foundation
import PropertyLists
import SystemFiles
import Testing

@testable import PreferencesStore

/// A domain whose file may be smaller or larger than others.
@Suite struct LimitTests {
  let directory = TemporaryDirectory()

  func store(_ name: String, limit: Int) throws -> LayeredStore {
    var configuration = PreferenceConfiguration()
    configuration.byteLimit = limit
    return try LayeredStore(file: "\(directory.path)/\(name)", configuration: configuration)
  }

  static let half = PropertyList.string(String(repeating: "x", count: 2500))

  @Test(arguments: ["app.json", "app.plist"])
  func aValueThatNoFileCanHoldIsRefused(name: String) throws {
    let store = try store(name, limit: 4096)
    for value in [[Self.half, Self.half], ["a": Self.half, "b": Self.half]] as [PropertyList] {
      let error = #expect(throws: PreferenceError.self) { try store.set(value, named: "long") }
      #expect(error?.code == .notEncodable)
      #expect(error?.key == "long")
    }
    #expect(store.value(named: "long") == nil)
    try store.synchronize()
    #expect(directory.names == [])
  }

  @Test(arguments: ["app.json", "app.plist"])
  func whatDoesNotFitHoldsUpNothingElse(name: String) throws {
    let store = try store(name, limit: 4096)
    let problems = Listener()
    store.subscribe(problems)
    try store.set(Self.half, named: "first")
    try store.synchronize()
    try store.set(Self.half, named: "second")
    try store.set(1, named: "n")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .notEncodable)
    #expect(error?.key == "second")
    #expect(problems.problem(.notStored)?.key == "second")
    #expect(try names(in: name) == ["first", "n"])
    #expect(store.value(named: "second") == Self.half)

    try store.update { edit throws(PreferenceError) in try edit.set(2, named: "n") }
    let refused = #expect(throws: PreferenceError.self) {
      try store.update { edit throws(PreferenceError) in try edit.set(Self.half, named: "third") }
    }
    #expect(refused?.key == "third")
    #expect(try names(in: name) == ["first", "n"])

    try store.set(nil, named: "first")
    try store.synchronize()
    #expect(try Set(names(in: name)) == ["n", "second"])
    #expect(store.domain.unresolvedProblems == [])
  }

  /// Of what is pending, one edit may make room for another, and a third fits nowhere.
  @Test func whatFitsTogetherIsWritten() throws {
    let store = try store("app.json", limit: 4096)
    try store.set(.string(String(repeating: "x", count: 500)), named: "grows")
    try store.set(.string(String(repeating: "x", count: 3000)), named: "shrinks")
    try store.synchronize()
    try store.update { edit throws(PreferenceError) in
      for number in 0..<4 { try edit.set(.integer(Int64(number)), named: "n\(number)") }
    }
    try store.set(.string(String(repeating: "x", count: 1500)), named: "grows")
    try store.set(.string(String(repeating: "x", count: 2000)), named: "shrinks")
    try store.set(Self.half, named: "nowhere")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.key == "nowhere")
    let bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/app.json"))
    let written = try Document(parsing: [UInt8](bytes), as: .json)
    for name in ["grows", "shrinks"] {
      #expect(written.value(named: name) == store.value(named: name))
    }
    // What an update sets is not put back to what was pending and did not fit.
    try store.set(Self.half, named: "neither")
    try store.update { edit throws(PreferenceError) in try edit.set(1, named: "nowhere") }
    #expect(store.value(named: "nowhere") == 1)
  }

  @Test func whatDoesNotFitIsLeftForTheNextRun() throws {
    var configuration = PreferenceConfiguration()
    configuration.byteLimit = 4096
    try withStore(file: directory.path + "/app.json", configuration) { store in
      try store.set(Self.half, named: "first")
      try store.set(Self.half, named: "second")
      store.domain.flushAtExit(until: .after(.seconds(5)))
      #expect(directory.names.count == 2)
      store.domain.forgetPending()
    }
    let next = try store("app.json", limit: 8192)
    #expect(next.value(named: "second") == Self.half)
    try next.synchronize()
    #expect(try names(in: "app.json") == ["first", "second"])
  }

  private func names(in name: String) throws -> [String] {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(directory.path)/\(name)"))
    return try Document(parsing: [UInt8](bytes), as: .json).names
  }

  @Test func aFileThatIsMadeAfterItWasRemovedDoesNotGrowBeyondWhatIsRead() throws {
    try directory.write("app.json", "{\"n\": 1}")
    let store = try store("app.json", limit: 4096)
    try FileManager.default.removeItem(atPath: directory.path + "/app.json")
    #expect(eventually { store.value(named: "n") == nil })
    for name in ["first", "second"] { try store.set(Self.half, named: name) }
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .notEncodable)
    #expect(try names(in: "app.json") == ["first"])
  }

  @Test func aNewFileGrowsAsFarAsItIsRead() throws {
    var configuration = PreferenceConfiguration()
    configuration.byteLimit = 64 << 20
    configuration.format = .binaryPropertyList
    let path = directory.path + "/app.plist"
    let store = try LayeredStore(file: path, configuration: configuration)
    let value = PropertyList.data(Data(count: 17 << 20))
    try store.set(value, named: "data")
    try store.synchronize()
    let other = try LayeredStore(file: path, configuration: configuration)
    #expect(other.value(named: "data") == value)
  }
}
