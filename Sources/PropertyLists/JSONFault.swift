/// Why a scan ended: what was expected, and at which byte.
struct JSONFault: Error {
  /// What a place in the text calls for.
  enum Expectation {
    case value, rootObject, colon, commaOrBrace, commaOrBracket, end, nameOrBrace
    case closingQuote, controlEscape, escape, hexDigits, lowSurrogate
    case highSurrogate, utf8, digit, digitAfterPoint, digitInExponent, noLeadingZero, range
    case comment, commentEnd, depth(Int), nodeCount(Int)
  }

  var expectation: Expectation
  var offset: Int

  /// The same fault with its line and column.
  func error(in bytes: [UInt8]) -> DocumentError {
    DocumentError(expectation.code, expected: expectation.sentence, at: offset, inText: bytes)
  }
}

extension JSONFault.Expectation {
  var code: DocumentError.Code {
    switch self {
    case .rootObject: .notADictionary
    case .utf8, .lowSurrogate, .highSurrogate: .encoding
    case .range: .range
    case .depth: .tooDeep
    case .nodeCount: .tooManyValues
    default: .syntax
    }
  }

  /// What to write there, in words for a person with the file open in an editor.
  var sentence: String {
    switch self {
    case .value:
      "A value is expected: true, false, null, a number, a text in \"…\", a list in […] or an object in {…}."
    case .rootObject: "An object in {…} is expected: a preferences file holds names and values."
    case .nameOrBrace: "A name in \"…\" or a closing '}' is expected."
    case .colon: "A ':' is expected between a name and its value."
    case .commaOrBrace: "A ',' or a closing '}' is expected after a value."
    case .commaOrBracket: "A ',' or a closing ']' is expected after a value."
    case .end: "The end of the file is expected after the closing '}'."
    case .closingQuote: "A closing '\"' is expected at the end of a text."
    case .controlEscape:
      "An escape such as \\n or \\t is expected in place of a line end or control character in a text."
    case .escape: "One of \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX is expected after a backslash."
    case .hexDigits: "Four hexadecimal digits are expected after \\u."
    case .lowSurrogate:
      "The second half of a pair, \\uDC00 to \\uDFFF, is expected after \\uD800 to \\uDBFF."
    case .highSurrogate:
      "The first half of a pair, \\uD800 to \\uDBFF, is expected before \\uDC00 to \\uDFFF."
    case .utf8: "UTF-8 text is expected: save the file as UTF-8."
    case .digit: "A digit is expected after '-'."
    case .digitAfterPoint: "A digit is expected after the decimal point."
    case .digitInExponent: "A digit is expected in the exponent."
    case .noLeadingZero: "A number without leading zeros is expected."
    case .range: "A number of at most about 1.8e308 is expected."
    case .comment: "A comment, // or /* … */, is expected after '/'."
    case .commentEnd: "A closing '*/' is expected at the end of a comment."
    case .depth(let limit): "Lists and objects nested at most \(limit) levels deep are expected."
    case .nodeCount(let limit): "A document of at most \(limit) names and values is expected."
    }
  }
}
