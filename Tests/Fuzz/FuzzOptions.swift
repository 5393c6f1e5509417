import Glibc
import PropertyLists

/// What a run of the fuzzer is asked to do.
struct FuzzOptions {
  var format = PreferenceFormat.json
  var executions = 100_000
  var seed = UInt64.random(in: 0 ... .max)
  var corpus: String?
  var file: String?

  /// How many of the slowest hostile inputs to show; nil for a run on mutations.
  var hostile: Int?

  init(_ arguments: some Sequence<String>) {
    var iterator = arguments.makeIterator()
    while let option = iterator.next() {
      guard let value = iterator.next() else { Self.explain("\(option) needs a value") }
      switch option {
      case "--format": format = Self.format(value)
      case "--executions": executions = Self.number(value)
      case "--seed": seed = Self.number(value)
      case "--corpus": corpus = value
      case "--file": file = value
      case "--hostile": hostile = Self.number(value)
      default: Self.explain("unknown option \(option)")
      }
    }
  }

  private static func format(_ name: String) -> PreferenceFormat {
    switch name {
    case "json": .json
    case "xml": .xmlPropertyList
    case "binary": .binaryPropertyList
    default: explain("unknown format \(name)")
    }
  }

  private static func number<Number: FixedWidthInteger>(_ text: String) -> Number {
    guard let number = Number(text) else { explain("\(text) is no number") }
    return number
  }

  private static func explain(_ problem: String) -> Never {
    print(problem)
    print("Fuzz --format json|xml|binary [--executions N] [--seed S] [--corpus DIR]")
    print("     --format json|xml|binary --file FILE [--executions N] [--seed S]")
    print("     --format json|xml|binary --hostile N")
    exit(64)
  }
}
