import Foundation
import Testing

/// A block of Swift in a page of the documentation, and what is compiled of it.
///
/// A block that begins with an `import` is a whole program and stands alone. One that begins with
/// `dependencies:` is the inside of a package's manifest. Any other is a fragment: the body of a
/// function, after the `import` and the declarations that its page takes as known.
struct Snippet: Sendable, CustomTestStringConvertible {
  /// The file of the page.
  let page: String

  /// Its place among the page's blocks, from 1.
  let number: Int

  /// The line of the page on which it begins.
  let line: Int

  let text: String

  var testDescription: String { "\(page), block \(number), line \(line)" }

  var isManifest: Bool { text.hasPrefix("dependencies:") }

  /// What the compiler is given; it tells an error by the page's own line.
  var program: String {
    if isManifest {
      return """
        import PackageDescription
        #sourceLocation(file: "\(page)", line: \(line - 1))
        let package = Package(name: "editor",
        \(text))
        """
    }
    let located = """
      #sourceLocation(file: "\(page)", line: \(line))
      \(text)
      #sourceLocation()
      """
    if text.hasPrefix("import ") { return located }
    return """
      import LivePreferences
      \(Self.known[page] ?? "")
      func snippet() async throws {
      \(located)
      }
      """
  }

  /// What the fragments of a page take as known.
  private static let known = [
    "FromAppCodableStorage.md": """
    let preferences = Preferences.inMemory()
    struct Config: Codable, Sendable {
      var name = ""
      var size = 1
    }
    """,
    "FromBigUIUserPreferences.md": """
    import FoundationEssentials
    let preferences = Preferences.inMemory()
    struct User: Codable, Sendable { var name = "" }
    """,
    "README.md": """
    let preferences = Preferences.inMemory()
    struct FontSize: UserPreferenceKey { static let defaultValue = 12.0 }
    """,
  ]
}

extension Snippet {
  /// The blocks of every page of the documentation and of the README.
  static let all: [Snippet] = {
    let catalog = Products.package + "/Sources/LivePreferences/LivePreferences.docc"
    let pages = (try? FileManager.default.contentsOfDirectory(atPath: catalog)) ?? []
    return pages.filter { $0.hasSuffix(".md") }.sorted().flatMap { blocks(of: $0, in: catalog) }
      + blocks(of: "README.md", in: Products.package)
  }()

  private static func blocks(of page: String, in directory: String) -> [Snippet] {
    let text = (try? String(contentsOfFile: "\(directory)/\(page)", encoding: .utf8)) ?? ""
    var snippets: [Snippet] = []
    var open: (line: Int, indentation: Substring, text: String)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let indentation = line.prefix { $0 == " " }
      if let block = open, line == block.indentation + "```" {
        snippets.append(
          Snippet(page: page, number: snippets.count + 1, line: block.line, text: block.text))
        open = nil
      } else if let block = open {
        let isIndented = line.hasPrefix(block.indentation)
        open?.text += (isIndented ? line.dropFirst(block.indentation.count) : line) + "\n"
      } else if line == indentation + "```swift" {
        open = (index + 2, indentation, "")
      }
    }
    return snippets
  }
}
