package import PropertyLists

/// A file made to hurt: it ends in a value or a typed error, soon, in little memory.
package struct HostileInput: Sendable, CustomStringConvertible {
  /// What it is, with its format.
  package var description: String

  package var format: PreferenceFormat

  /// How reading it ends; nil for a document.
  package var code: DocumentError.Code?

  /// Makes the file.
  package var bytes: @Sendable () -> [UInt8]

  /// Every file of a table, as large as limits allow.
  package static func all(_ limits: DocumentLimits) -> [HostileInput] {
    json(limits) + xml(limits) + binary(limits)
  }
}

extension DocumentLimits {
  /// As much of the same text over and over as a document may have.
  func filled(_ start: String, _ piece: String, _ end: String = "") -> [UInt8] {
    let piece = Array(piece.utf8)
    let room = byteCount - start.utf8.count - end.utf8.count
    var bytes = Array(start.utf8)
    bytes.reserveCapacity(byteCount)
    for _ in 0..<room / piece.count { bytes += piece }
    return bytes + Array(end.utf8)
  }

  /// By how much these are smaller than those of an ordinary document.
  var scale: Int { DocumentLimits().byteCount / byteCount }
}
