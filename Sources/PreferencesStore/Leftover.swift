import PropertyLists
import SystemFiles

/// What an earlier run had set and could not write before it ended, kept in a file of its own.
///
/// The file is a flat binary property list: `0.name`, `0.value` and `0.base` for the first edit, and
/// so on. A missing value is a removal, a missing base a name that the file did not have.
struct Leftover: Sendable {
  /// The side file.
  let file: PendingFiles.Entry

  /// The edits in it.
  var edits: [PendingEdits.Entry]

  /// Reads a side file; one that holds nothing of ours has no edits.
  init(_ file: PendingFiles.Entry) {
    self.file = file
    var edits: [PendingEdits.Entry] = []
    let document =
      (try? Document(parsing: file.bytes, as: .binaryPropertyList))
      ?? Document(format: .binaryPropertyList)
    while case .string(let name)? = document.value(named: "\(edits.count).name") {
      edits.append(
        PendingEdits.Entry(
          name: Name(name), value: document.value(named: "\(edits.count).value"),
          base: document.value(named: "\(edits.count).base"), sequence: 0, firstSequence: 0))
    }
    self.edits = edits
  }
}

extension [PendingEdits.Entry] {
  /// The bytes of a side file that keeps the edits.
  ///
  /// - Throws: What makes a value impossible to keep; each was fit for the domain's own file.
  func leftoverBytes() throws(DocumentError) -> [UInt8] {
    var members: [DocumentEdit] = []
    for (number, entry) in enumerated() {
      members.append(DocumentEdit(name: "\(number).name", value: .string(entry.name.string)))
      for (member, value) in [("value", entry.value), ("base", entry.base)] {
        guard let value else { continue }
        members.append(DocumentEdit(name: "\(number).\(member)", value: value))
      }
    }
    var document = Document(format: .binaryPropertyList)
    try document.apply(members)
    return document.bytes
  }
}
