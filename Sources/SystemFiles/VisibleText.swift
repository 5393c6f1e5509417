extension Unicode.Scalar {
  /// Whether a terminal or a log might obey the scalar instead of showing it: the controls, and
  /// those that change lines or the direction of writing.
  package var steersTerminals: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with everything spelled out that a terminal might obey.
  package var withVisibleControls: String {
    guard unicodeScalars.contains(where: \.steersTerminals) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.steersTerminals {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
