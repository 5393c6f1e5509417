internal import struct FoundationEssentials.Data
internal import struct FoundationEssentials.Date

extension PropertyList {
  /// Returns what reading this value back from a format would give.
  ///
  /// Where a format lacks a value, another stands for it:
  ///
  /// | value | JSON | XML | binary |
  /// |---|---|---|---|
  /// | date | text of ``DateText``, or a real number of seconds where that has none | native for whole seconds, else as JSON | native where ``DateText`` has a text, else as JSON |
  /// | data | base64 text | native | native |
  /// | infinity, NaN | text of ``NonFiniteText`` | native; a NaN of other bits as JSON | native |
  /// | null, text, numbers, truth values | native | native | native |
  ///
  /// Native here means that the reader gives the same value back; how a property list spells null
  /// or a control character is the affair of its scanner and writer.
  ///
  /// - Throws: ``DocumentError`` with code `tooDeep` for a value nested so deeply that a document
  ///   holding it under a name would pass the limit.
  package func normalized(for format: PreferenceFormat) throws(DocumentError) -> PropertyList {
    try isNormal(for: format, depth: 1) ? self : normalized(for: format, depth: 1)
  }

  /// Whether this is a value that every format holds as it is, told without looking far.
  package var isNormalEverywhere: Bool {
    switch self {
    case .null, .boolean, .integer, .string: true
    case .real(let value): value.isFinite
    default: false
    }
  }

  /// Whether nothing has to stand in for this value, as is most often so.
  private func isNormal(
    for format: PreferenceFormat, depth: Int
  ) throws(DocumentError) -> Bool {
    switch self {
    case .null, .boolean, .integer, .string: return true
    case .unsigned(let value): return value > UInt64(Int64.max)
    case .real(let value): return value.isFinite
    case .data: return format != .json
    case .date: return false
    case .array(let elements):
      try checkDepth(depth)
      for element in elements {
        guard try element.isNormal(for: format, depth: depth + 1) else { return false }
      }
      return true
    case .dictionary(let dictionary):
      try checkDepth(depth)
      return try dictionary.entries.withUnsafeBufferPointer { entries throws(DocumentError) in
        for position in entries.indices {
          guard try entries[position].value.isNormal(for: format, depth: depth + 1) else {
            return false
          }
        }
        return true
      }
    }
  }

  private func normalized(
    for format: PreferenceFormat, depth: Int
  ) throws(DocumentError) -> PropertyList {
    switch self {
    case .null, .boolean, .integer, .string: return self
    case .unsigned(let value): return PropertyList(value)
    case .real(let value): return value.normalized(for: format)
    case .data(let value):
      return format == .json ? .string(value.base64EncodedString()) : self
    case .date(let value): return value.normalized(for: format)
    case .array(let elements):
      try checkDepth(depth)
      var result: [PropertyList] = []
      result.reserveCapacity(elements.count)
      for element in elements {
        result.append(try element.normalized(for: format, depth: depth + 1))
      }
      return .array(result)
    case .dictionary(let dictionary):
      try checkDepth(depth)
      return .dictionary(
        try dictionary.mapValues { value throws(DocumentError) in
          try value.normalized(for: format, depth: depth + 1)
        })
    }
  }

  private func checkDepth(_ depth: Int) throws(DocumentError) {
    let limit = DocumentLimits().depth
    guard depth < limit else {
      throw DocumentError(
        .tooDeep, expected: "A value nested at most \(limit - 1) levels deep is expected.")
    }
  }
}

extension Double {
  fileprivate func normalized(for format: PreferenceFormat) -> PropertyList {
    guard let text = NonFiniteText.text(for: self) else { return .real(self) }
    switch format {
    case .json: return .string(text)
    case .xmlPropertyList:
      let isOddNaN = isNaN && bitPattern != Double.nan.bitPattern
      return isOddNaN ? .string(text) : .real(self)
    case .binaryPropertyList: return .real(self)
    }
  }
}

extension Date {
  fileprivate func normalized(for format: PreferenceFormat) -> PropertyList {
    let interval = timeIntervalSinceReferenceDate
    // Python's reader of property lists, for one, refuses dates outside the calendar.
    guard let text = DateText.text(for: self) else { return interval.normalized(for: format) }
    guard format != .binaryPropertyList else { return .date(self) }
    let isNative = format == .xmlPropertyList && interval == interval.rounded(.down)
    return isNative ? .date(self) : .string(text)
  }
}
