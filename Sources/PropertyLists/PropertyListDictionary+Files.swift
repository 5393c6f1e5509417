extension PropertyListDictionary {
  /// Returns the XML property list, in our own style, that holds these entries.
  ///
  /// - Throws: ``DocumentError`` with code `tooDeep`.
  package func xmlPropertyList() throws(DocumentError) -> [UInt8] {
    let value = try PropertyList.dictionary(self).normalized(for: .xmlPropertyList)
    var writer = XMLWriter(XMLStyle(), indentation: [])
    writer.output = Array(XMLWriter.prolog.utf8)
    writer.append(value)
    writer.output += Array("\n</plist>\n".utf8)
    return writer.output
  }

  /// Returns the binary property list that holds these entries.
  ///
  /// - Throws: ``DocumentError`` with code `tooDeep`.
  package func binaryPropertyList() throws(DocumentError) -> [UInt8] {
    let value = try PropertyList.dictionary(self).normalized(for: .binaryPropertyList)
    return BinaryWriter.file(value.dictionaryValue ?? self)
  }
}
