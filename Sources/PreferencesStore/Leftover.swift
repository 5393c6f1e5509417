import PropertyLists
import SystemFiles

/// What an earlier run had set and could not write before it ended, kept in a file of its own.
///
/// The file is a flat binary property list: `0.name`, `0.value` and `0.base` for the first edit, and
/// so on. A missing value is a removal, a missing base a name that the file did not have. Since it
/// holds values and bases of many edits, it may be larger than the domain's own file may.
struct Leftover: Sendable {
  /// The side file.
  let file: PendingFiles.Entry

  /// The edits in it.
  var edits: [PendingEdits.Entry]

  /// Reads a side file; nil for one that holds no edits that we understand.
  init?(_ file: PendingFiles.Entry) {
    let document = try? Document(
      parsing: file.bytes, as: .binaryPropertyList, limits: .largest)
    guard let document else { return nil }
    self.file = file
    edits = []
    while case .string(let name)? = document.value(named: "\(edits.count).name") {
      edits.append(
        PendingEdits.Entry(
          name: Name(name), value: document.value(named: "\(edits.count).value"),
          base: document.value(named: "\(edits.count).base"), sequence: 0, firstSequence: 0))
    }
    if edits.isEmpty { return nil }
  }
}

extension [PendingEdits.Entry] {
  /// The bytes of the side files that keep the edits: one, unless it cannot hold them all.
  ///
  /// An edit that no file can hold alone is left out, since it would not fit into the domain's own.
  ///
  /// - Parameter limits: Those of each file.
  /// - Returns: The bytes of each.
  func sideFiles(limits: DocumentLimits = .largest) -> [[UInt8]] {
    do throws(DocumentError) {
      return [try leftoverBytes(limits: limits)]
    } catch {
      guard count > 1 else { return [] }
      let halves = [Array(self[..<(count / 2)]), Array(self[(count / 2)...])]
      return halves.flatMap { $0.sideFiles(limits: limits) }
    }
  }

  /// The bytes of a side file that keeps the edits.
  ///
  /// - Throws: What makes a value impossible to keep.
  func leftoverBytes(limits: DocumentLimits = .largest) throws(DocumentError) -> [UInt8] {
    var members: [DocumentEdit] = []
    for (number, entry) in enumerated() {
      members.append(DocumentEdit(name: "\(number).name", value: .string(entry.name.string)))
      for (member, value) in [("value", entry.value), ("base", entry.base)] {
        guard let value else { continue }
        members.append(DocumentEdit(name: "\(number).\(member)", value: value))
      }
    }
    var document = Document(format: .binaryPropertyList, limits: limits)
    try document.apply(members)
    return document.bytes
  }
}
