/// The members of the root of a binary property list, by number.
struct BinaryKeys: KeyTexts {
  let map: BinaryMap
  let root: BinaryObject

  @inline(__always)
  func withText<Result>(
    of number: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    let reference = map.reference(number, of: root)
    if let text = map.shortText(reference) { return body(text) }
    if let object = try? map.object(reference), object.kind == .ascii {
      return body(map.contents(of: object))
    }
    return map.text(reference).withUTF8Bytes(body)
  }

  /// The numbers of all members.
  var numbers: ContiguousArray<UInt32> {
    ContiguousArray(0..<UInt32(truncatingIfNeeded: root.count))
  }

  /// The name of a member.
  func name(_ number: Int) -> String { map.text(map.reference(number, of: root)) }

  /// The value of a member.
  func value(_ number: Int) -> PropertyList { map.value(valueReference(number)) }

  private func valueReference(_ number: Int) -> Int {
    map.reference(root.count + number, of: root)
  }

  /// Whether the member of the same number in another file has the same name.
  func hasSameName(_ number: Int, in keys: BinaryKeys) -> Bool {
    guard number < keys.root.count else { return false }
    return withText(of: number) { name in
      keys.withText(of: number) { $0.hasSameBytes(as: name) }
    }
  }

  /// Whether two members have the same value, built only where it cannot be told from the bytes.
  func isSameValue(_ number: Int, as other: Int, in keys: BinaryKeys) -> Bool {
    if let mine = try? map.object(valueReference(number)),
      let theirs = try? keys.map.object(keys.valueReference(other)),
      mine.kind == theirs.kind, !mine.kind.isContainer,
      map.contents(of: mine).hasSameBytes(as: keys.map.contents(of: theirs))
    {
      return true
    }
    return value(number) == keys.value(other)
  }

  /// The names that come again in dictionaries below the root, each dictionary looked at once.
  var repeatedNestedNames: [String] {
    var names: [String] = []
    var seen: Set<Int> = [map.trailer.top]
    var pending: [Int] = []
    func enter(_ container: BinaryObject) {
      let first = container.kind == .dictionary ? container.count : 0
      for index in (first..<first + container.count).reversed() {
        let reference = map.reference(index, of: container)
        if let object = try? map.object(reference), object.kind.isContainer {
          pending.append(reference)
        }
      }
    }
    enter(root)
    while let reference = pending.popLast() {
      guard seen.insert(reference).inserted, let object = try? map.object(reference) else {
        continue
      }
      if object.kind == .dictionary {
        let keys = BinaryKeys(map: map, root: object)
        names += NamedMembers(keys.numbers, in: keys).repeated.map(keys.name)
      }
      enter(object)
    }
    return names
  }
}
