import Foundation
import PropertyLists
import Testing

@testable import PreferencesStore

/// Stores on one file through different paths, of which one comes to lead to another file.
@Suite struct RetargetedLinkTests {
  let directory = TemporaryDirectory()

  private func turn(_ link: String, to target: String) throws {
    try directory.link("new-link", to: target)
    #expect(rename(directory.path + "/new-link", directory.path + "/" + link) == 0)
  }

  @Test(arguments: [["a.json", "link.json"], ["link.json", "a.json"]], [false, true])
  func aStoreFollowsItsOwnPath(order: [String], isOtherFileInUse: Bool) throws {
    try directory.write("a.json", #"{"file": "a"}"#)
    try directory.write("b.json", #"{"file": "b", "only": "b"}"#)
    try directory.link("link.json", to: "a.json")
    var stores: [String: LayeredStore] = [:]
    for name in order { stores[name] = try LayeredStore(file: directory.path + "/" + name) }
    let (a, link) = (try #require(stores["a.json"]), try #require(stores["link.json"]))
    let b = isOtherFileInUse ? try LayeredStore(file: directory.path + "/b.json") : nil
    #expect(a.domain === link.domain)
    let (listener, stays, sink) = (Listener(), Listener(), Listener())
    _ = link.subscribe(listener, named: ["file"])
    _ = a.subscribe(stays, named: ["file"])
    _ = link.attach(sink, named: "only")
    link.register(defaults: ["default": 1])

    for (target, expected) in [("b.json", "b"), ("a.json", "a"), ("b.json", "b")] {
      try turn("link.json", to: target)
      #expect(eventually { link.value(named: "file") == .string(expected) })
      #expect(listener.hears(.string(expected)))
      #expect(
        eventually { (link.domain === a.domain) == (expected == "a") }, "shared where one file")
      if let b {
        #expect(eventually { (link.domain === b.domain) == (expected == "b") })
      }
      #expect(a.value(named: "file") == .string("a"))
      #expect(link.value(named: "default") == .integer(1), "what is the store's own goes with it")
    }
    #expect(
      sink.first { event in
        guard case .value(let value) = event, value.value == .string("b") else { return nil }
        return value.origin == .external
      } == true)
    #expect(stays.events.isEmpty)

    try link.set(.integer(1), named: "by-link")
    try link.synchronize()
    try a.set(.integer(1), named: "by-a")
    try a.synchronize()
    #expect(try directory.text("a.json") == #"{"file": "a", "by-a": 1}"#)
    #expect(try directory.text("b.json") == #"{"file": "b", "only": "b", "by-link": 1}"#)
  }

  /// A thread that has asked its store for the domain may set when the store has moved on.
  @Test func whatIsSetInADomainThatItsStoreHasLeftIsCommitted() throws {
    try directory.write("a.json", "{}")
    try directory.write("b.json", "{}")
    try directory.link("link.json", to: "a.json")
    let store = try LayeredStore(file: directory.path + "/link.json")
    let b = try LayeredStore(file: directory.path + "/b.json")
    try { () throws in
      let left = store.domain
      try turn("link.json", to: "b.json")
      #expect(eventually { store.domain === b.domain })
      try left.set(.integer(1), for: Name("n"))
    }()
    // Where the path leads by then.
    #expect(eventually { (try? directory.text("b.json"))?.contains("\"n\": 1") == true })
    #expect(eventually { store.value(named: "n") == .integer(1) })
    #expect(try directory.text("a.json") == "{}")
  }
}
