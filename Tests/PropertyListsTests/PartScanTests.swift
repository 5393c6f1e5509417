import Testing

@testable import PropertyLists

/// What an edit of the root has scanned again: the members that it may have changed, and no other.
@Suite struct PartScanTests {
  /// A text in which the part to be scanned stands between `‹` and `›`, the second being where the
  /// first member behind begins.
  struct Sample: Sendable, CustomTestStringConvertible {
    let format: PreferenceFormat
    let text: String
    let nodeCount: Int
    var testDescription: String { text }
  }

  static let samples = [
    Sample(format: .json, text: #"{‹›"b": 2, "c": 3}"#, nodeCount: 0),
    Sample(format: .json, text: #"{‹ // b's"# + "\n " + #"›"b": 2}"#, nodeCount: 0),
    Sample(format: .json, text: #"{‹"a": 1, ›"b": 2, "c": 3}"#, nodeCount: 2),
    Sample(format: .json, text: #"{"a": 1‹, ›"c": 3}"#, nodeCount: 0),
    Sample(format: .json, text: #"{"a": 1‹, "b": [2, {"d": 4}], ›"c": 3}"#, nodeCount: 6),
    Sample(
      format: .xmlPropertyList,
      text: "<plist><dict>‹›<key>b</key><true/><key>c</key><true/></dict></plist>", nodeCount: 0),
    Sample(
      format: .xmlPropertyList,
      text: "<plist><dict><key>a</key><true/>‹\n›<key>c</key><true/></dict></plist>", nodeCount: 0),
    Sample(
      format: .xmlPropertyList,
      text: "<plist><dict>‹<key>a</key><true/>›<key>c</key><true/></dict></plist>", nodeCount: 2),
  ]

  @Test(arguments: samples)
  func itEndsAtTheFirstMemberBehind(_ sample: Sample) throws {
    let pieces = sample.text.split(omittingEmptySubsequences: false) { "‹›".contains($0) }
    try #require(pieces.count == 3)
    let bytes = Array(pieces.joined().utf8)
    let (start, end) = (pieces[0].utf8.count, pieces[0].utf8.count + pieces[1].utf8.count)
    if sample.format == .json {
      try check(sample, JSONNode.self, bytes, start..<end, rootStart: 1)
    } else {
      try check(sample, XMLNode.self, bytes, start..<end, rootStart: "<plist><dict>".utf8.count)
    }
  }

  private func check<Node: TextNode>(
    _ sample: Sample, _ node: Node.Type, _ bytes: [UInt8], _ range: Range<Int>, rootStart: Int
  ) throws {
    let part = TextPart(
      knownCount: range.lowerBound == rootStart ? 1 : 3, start: range.lowerBound,
      end: range.upperBound, rootStart: rootStart)
    let scan = try Node.scan(part, of: bytes, limits: DocumentLimits())
    #expect(scan.nodes.count == sample.nodeCount)
    #expect(scan.metEnd)
  }
}
