import Observation
import ObservablePreferences

/// Reads and sets of a model's properties beside those of a stock observable class.
enum ModelSection {
  @Observable fileprivate final class Stock {
    var size = 12.5
    var title = "a text of more than fifteen bytes"
  }

  static func run() {
    let (stock, model) = (Stock(), Model(store: .inMemory()))
    let mainModel = MainModel(store: .inMemory())
    compare(
      "read, scalar", iterations: 5_000_000,
      stock: { count in
        var sum = 0.0
        for _ in 0..<count { sum += stock.size }
        consume(sum)
      },
      model: { count in
        var sum = 0.0
        for _ in 0..<count { sum += model.size }
        consume(sum)
      })
    compare(
      "read, scalar, main actor", iterations: 5_000_000,
      stock: { count in
        var sum = 0.0
        for _ in 0..<count { sum += stock.size }
        consume(sum)
      },
      model: { count in
        MainActor.assumeIsolated {
          var sum = 0.0
          for _ in 0..<count { sum += mainModel.size }
          consume(sum)
        }
      })
    compare(
      "read, string", iterations: 2_000_000,
      stock: { count in for _ in 0..<count { consume(stock.title) } },
      model: { count in for _ in 0..<count { consume(model.title) } })
    compare(
      "set, scalar", iterations: 50_000,
      stock: { count in for index in 0..<count { stock.size = Double(index) } },
      model: { count in for index in 0..<count { model.size = Double(index) } })
  }

  private static func compare(
    _ name: String, iterations: Int, stock: (Int) -> Void, model: (Int) -> Void
  ) {
    let stockTime = nanoseconds(iterations: iterations, stock)
    let modelTime = nanoseconds(iterations: iterations, model)
    print(
      "  \(name): \(rounded(modelTime)) ns, stock \(rounded(stockTime)),",
      "\(rounded(modelTime / stockTime)) times")
  }
}

@ObservablePreferences private final class Model {
  var size = 12.5
  var title = "a text of more than fifteen bytes"
  @PreferenceStore let store: Preferences
  init(store: Preferences) { self.store = store }
}

@MainActor @ObservablePreferences private final class MainModel {
  var size = 12.5
  @PreferenceStore let store: Preferences
  nonisolated init(store: Preferences) { self.store = store }
}
