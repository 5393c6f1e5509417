import DocumentChecks
import PropertyLists
import Testing

@Suite struct PropertyListDictionaryTests {
  @Test func `entries keep the order in which they came`() {
    var dictionary: PropertyListDictionary = ["b": 1, "a": 2, "c": 3]
    dictionary["a"] = 4
    dictionary["d"] = 5
    dictionary["b"] = nil
    #expect(dictionary.keys == ["a", "c", "d"])
    #expect(dictionary.values == [4, 3, 5])
    #expect(dictionary.map(\.key) == dictionary.keys)
    #expect(dictionary.index(forKey: "d") == 2)
    #expect(dictionary["x"] == nil)
    #expect(dictionary["x", default: 7] == 7)
  }

  @Test func `names that differ only in Unicode form are two`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    let dictionary: PropertyListDictionary = [composed: 1, decomposed: 2]
    #expect(dictionary.count == 2)
    #expect(dictionary[composed] == 1)
    #expect(dictionary[decomposed] == 2)
    #expect(PropertyList.string(composed) != .string(decomposed))
  }

  @Test func `of a name that comes twice the last value counts at the first place`() {
    let pairs: [(String, PropertyList)] = [("a", 1), ("b", 2), ("a", 3)]
    #expect(Array(PropertyListDictionary(pairs).keys) == ["a", "b"])
    #expect(PropertyListDictionary(pairs)["a"] == 3)
  }

  @Test func `equality and hash disregard the order`() {
    let many = (0..<100).map { ("key\($0)", PropertyList.integer($0)) }
    let left = PropertyListDictionary(many)
    let right = PropertyListDictionary(many.reversed())
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != PropertyListDictionary(many.dropLast()))
    #expect(left != PropertyListDictionary(many.dropLast() + [("key99", 0)]))
    #expect(left != PropertyListDictionary(many.dropLast() + [("other", 99)]))
  }

  @Test func `random operations give what a plain list gives`() {
    var generator = SeededGenerator.forThisRun()
    var dictionary = PropertyListDictionary()
    var model: [(key: String, value: PropertyList)] = []
    for step in 0..<20_000 {
      let bound = step.isMultiple(of: 4000) ? 1000 : 10 + step / 100
      let name = "name\(Int.random(in: 0..<bound, using: &generator))"
      let place = model.firstIndex { $0.key == name }
      if Int.random(in: 0..<5, using: &generator) < 2 {
        let removed = dictionary.removeValue(forKey: name)
        #expect(removed == place.map { model.remove(at: $0).value }, "seed \(generator.seed)")
      } else {
        dictionary[name] = .integer(Int64(step))
        if let place {
          model[place].value = .integer(Int64(step))
        } else {
          model.append((name, .integer(Int64(step))))
        }
      }
      if step.isMultiple(of: 100) || model.count < 12 {
        #expect(dictionary.keys == model.map(\.key), "seed \(generator.seed)")
        for (key, value) in model { #expect(dictionary[key] == value, "seed \(generator.seed)") }
      }
    }
  }

  @Test func `filtering, merging and transforming keep order and values`() {
    let many = PropertyListDictionary((0..<20).map { ("k\($0)", PropertyList.integer($0)) })
    let even = many.filter { ($0.value.integerValue ?? 0).isMultiple(of: 2) }
    #expect(even.count == 10)
    #expect(even["k18"] == 18)
    #expect(even["k19"] == nil)
    var merged = even
    merged.merge(["k19": true, "k0": false])
    #expect(merged.keys.first == "k0")
    #expect(merged.keys.last == "k19")
    #expect(merged["k0"] == false)
    #expect(many.mapValues { .array([$0]) }["k7"] == [7])
    merged.removeAll()
    #expect(merged.isEmpty)
  }
}
