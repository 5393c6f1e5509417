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

  @Test(arguments: ["app.json", "app.plist"])
  func aNewFileDoesNotGrowBeyondWhatIsRead(name: String) throws {
    let store = try store(name, limit: 4096)
    try store.set(.string(String(repeating: "x", count: 5000)), named: "long")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .notEncodable)
    #expect(directory.names == [])
    try store.set(nil, named: "long")
    try store.set(.integer(1), named: "n")
    try store.synchronize()
    #expect(directory.names == [name])
  }

  @Test func aFileThatIsMadeAfterItWasRemovedDoesNotEither() throws {
    try directory.write("app.json", "{\"n\": 1}")
    let store = try store("app.json", limit: 4096)
    try FileManager.default.removeItem(atPath: directory.path + "/app.json")
    #expect(eventually { store.value(named: "n") == nil })
    try store.set(.string(String(repeating: "x", count: 5000)), named: "long")
    let error = #expect(throws: PreferenceError.self) { try store.synchronize() }
    #expect(error?.code == .notEncodable)
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
