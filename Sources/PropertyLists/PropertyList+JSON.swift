extension PropertyList {
  /// Reads a JSON text of any kind, not only an object; comments and trailing commas are read too.
  ///
  /// - Parameters:
  ///   - bytes: The text, UTF-8.
  ///   - limits: What the text may cost.
  /// - Throws: ``DocumentError`` with line and column.
  package init(
    parsingJSON bytes: [UInt8], limits: DocumentLimits = .init()
  ) throws(DocumentError) {
    self = try JSONMap(scanning: bytes, limits: limits, isDocument: false).value(at: 0)
  }

  /// Returns the value as strict JSON, without a line end behind it.
  ///
  /// - Parameter isIndented: Whether containers are spread over lines, two spaces a level.
  /// - Returns: UTF-8 text that reads back as ``normalized(for:)`` says.
  /// - Throws: ``DocumentError`` with code `tooDeep`.
  package func jsonText(isIndented: Bool = true) throws(DocumentError) -> [UInt8] {
    JSONWriter.text(
      try normalized(for: .json), style: JSONStyle(), indentation: isIndented ? [] : nil)
  }
}
