import DocumentChecks
import PropertyLists
import Testing

/// Writes trees as XML in layouts that no writer would choose.
private struct RandomLayout<Generator: RandomNumberGenerator> {
  var generator: Generator
  var text = ""

  /// What may stand between elements.
  var gaps: [String] = []

  init(_ root: PropertyListDictionary, _ generator: Generator) throws {
    self.generator = generator
    let newline = ["\n", "\r\n", "\r"].randomElement(using: &self.generator) ?? "\n"
    let all = [
      "", " ", "\t", newline, newline + "  ", newline + "\t", newline + newline,
      "<!-- c -->", " <!-- c --> ", newline + "<!-- c" + newline + "c -->", "<?pi x?>",
    ]
    gaps = (0..<4).map { _ in all.randomElement(using: &self.generator) ?? "" }
    text = ["", "\u{FEFF}"].randomElement(using: &self.generator) ?? ""
    text += "<plist version=\"1.0\">"
    gap()
    try append(.dictionary(root))
    gap()
    text += "</plist>"
    gap()
  }

  mutating func gap() { text += gaps.randomElement(using: &generator) ?? "" }

  mutating func append(_ value: PropertyList) throws {
    switch value {
    case .array(let elements):
      text += "<array>"
      gap()
      for element in elements {
        try append(element)
        gap()
      }
      text += "</array>"
    case .dictionary(let entries):
      text += "<dict>"
      gap()
      for (key, value) in entries {
        text += try spelled(.string(key)).replacing("string>", with: "key>")
        gap()
        try append(value)
        gap()
      }
      text += "</dict>"
    default: text += try spelled(value)
    }
  }

  /// The spelling of a value that is no container.
  private func spelled(_ value: PropertyList) throws -> String {
    var document = Document(format: .xmlPropertyList)
    try document.apply([DocumentEdit(name: "k", value: value)])
    let start = document.text.firstRange(of: "</key>")?.upperBound ?? document.text.startIndex
    let end = document.text.firstRange(of: "\n</dict>")?.lowerBound ?? document.text.endIndex
    return String(document.text[start..<end].drop { $0.isWhitespace })
  }
}

@Suite struct XMLRandomLayoutTests {
  @Test func editsOfAnyLayoutChangeWhatTheyShould() throws {
    var generator = SeededGenerator.forThisRun()
    var options = RandomTreeOptions()
    options.holdsOddValues = false
    for round in 0..<200 {
      let note = Comment("seed \(generator.seed), round \(round)")
      let tree = PropertyListDictionary.random(6, options, using: &generator)
      let layout = try RandomLayout(tree, generator)
      generator = layout.generator
      var document = try Document(xml: layout.text)
      var expected = document.root
      #expect(document.root.count == tree.count, note)
      let edits = PropertyListRoundTripTests.edits(of: expected, using: &generator)
      let before = document
      try document.apply(edits)
      for edit in edits { expected[edit.name] = try edit.value?.normalized(for: .xmlPropertyList) }
      #expect(document.root == expected, "\(note)\n\(layout.text)\n\(document.text)")
      let changed = document.root.namesChanged(since: before.root)
      #expect(Set(document.namesChanged(since: before)) == Set(changed), note)
      #expect(document.text.hasSuffix(layout.text.suffix(3)), note)
    }
  }
}
