/// Which names differ between two texts.
extension JSONDocument {
  func namesChanged(since old: JSONDocument) -> [String] {
    map.withText { text in
      old.map.withText { oldText in
        MemberComparison(
          new: .init(texts: text, members: index), old: .init(texts: oldText, members: old.index)
        ).names
      }
    }
  }
}

extension JSONText: MemberTexts {
  func range(ofMember key: Int) -> Range<Int> {
    nodes[key].outer.lowerBound..<nodes[key + 1].outer.upperBound
  }

  func range(ofValue key: Int) -> Range<Int> { nodes[key + 1].outer }

  func name(_ key: Int) -> String { string(nodes[key]) }

  func value(ofMember key: Int) -> PropertyList {
    var cursor = key + 1
    return JSONValueBuilder(text: self).value(&cursor)
  }
}
