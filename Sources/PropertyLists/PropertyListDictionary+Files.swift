extension PropertyListDictionary {
  /// Returns the XML property list, in our own style, that holds these entries.
  ///
  /// - Throws: ``DocumentError`` with code `tooDeep`.
  package func xmlPropertyList() throws(DocumentError) -> [UInt8] {
    let value = try PropertyList.dictionary(self).normalized(for: .xmlPropertyList)
    var writer = XMLWriter(XMLStyle(), indentation: [], memberCount: count)
    writer.append(raw: XMLWriter.prolog)
    writer.append(value)
    writer.append(raw: "\n</plist>\n" as StaticString)
    return writer.bytes
  }

  /// Returns the binary property list that holds these entries.
  ///
  /// - Throws: ``DocumentError`` with code `tooDeep`.
  package func binaryPropertyList() throws(DocumentError) -> [UInt8] {
    let value = try PropertyList.dictionary(self).normalized(for: .binaryPropertyList)
    return BinaryWriter.file(value.dictionaryValue ?? self)
  }
}
