extension PropertyList: CustomStringConvertible {
  /// The value as JSON on one line; dates, data and infinities as JSON stands in for them.
  public var description: String {
    do {
      return String(decoding: try jsonText(isIndented: false), as: UTF8.self)
    } catch {
      return "…"
    }
  }
}

extension PropertyListDictionary: CustomStringConvertible {
  /// The dictionary as JSON on one line.
  public var description: String { PropertyList.dictionary(self).description }
}
