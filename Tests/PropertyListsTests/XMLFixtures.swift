import PropertyLists

/// A file around some members of the root dictionary.
func xmlFile(_ members: String) -> String {
  """
  <?xml version="1.0" encoding="UTF-8"?>
  <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
  "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
  <plist version="1.0">
  <dict>
  \(members)
  </dict>
  </plist>

  """
}

extension Document {
  /// Reads an XML property list.
  init(xml: String) throws(DocumentError) {
    try self.init(parsing: Array(xml.utf8), as: .xmlPropertyList)
  }

  /// What a write puts on disk, as text.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
