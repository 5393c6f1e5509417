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
        text += "<key>"
        text += try part(of: [key: true], after: "<key>", before: "</key>")
        text += "</key>"
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
    try part(of: ["k": value], after: "</key>\n  ", before: "\n</dict>")
  }

  private func part(
    of entries: PropertyListDictionary, after start: String, before end: String
  ) throws -> String {
    var document = Document(format: .xmlPropertyList)
    try document.apply(entries.map { DocumentEdit(name: $0.key, value: $0.value) })
    let text = document.text
    let lower = text.firstRange(of: start)?.upperBound ?? text.startIndex
    let upper = text.firstRange(of: end)?.lowerBound ?? text.endIndex
    return String(text[lower..<upper])
  }
}

@Suite struct XMLRandomLayoutTests {
  @Test func editsOfAnyLayoutChangeWhatTheyShould() throws {
    var generator = TreeGenerator(seed: .random(in: 0 ... .max))
    let seed = generator.random.seed
    generator.isPlain = true
    for round in 0..<200 {
      let tree = generator.dictionary(count: 6)
      let layout = try RandomLayout(tree, generator.random)
      generator.random = layout.generator
      #expect(try Document(xml: layout.text).root == tree, "seed \(seed), round \(round)")
      try checkDocument(
        Array(layout.text.utf8), as: .xmlPropertyList, seed: generator.random.next())
    }
  }
}
