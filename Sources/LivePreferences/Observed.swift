import PreferencesStore
import PropertyLists

/// An inert description of what to observe: some keys of a store, read together.
///
/// Streams, callbacks and bindings are doors on it; it decodes, and it decides what a change is.
struct Observed<Value: Sendable>: Sendable {
  /// The preferences observed, which stay alive with their observers.
  let preferences: Preferences

  /// The names whose changes matter.
  let names: [String]

  /// Reads the keys from one generation; the last reading serves where a value does not decode.
  let read: @Sendable (ReadingSource, Reading<Value>?) -> Reading<Value>

  /// The position of the first key whose value is another for one who knows a reading; nil where the
  /// second reading is no change.
  let firstChange: @Sendable (Reading<Value>, Reading<Value>) -> Int?

  /// What there is to read now.
  var source: ReadingSource {
    let (snapshot, origins) = preferences.store.snapshot(withOriginsOf: names)
    return ReadingSource(snapshot: snapshot, origins: origins)
  }

  /// Reads the keys, and reports what could not be used.
  func reading(of source: ReadingSource, last: Reading<Value>? = nil) -> Reading<Value> {
    let reading = read(source, last)
    reading.reportProblems(to: preferences.store)
    return reading
  }

  /// What one who knows a reading should hear of another, and knows from then on; nil where that is
  /// no change.
  ///
  /// The origin is that of a key whose value changed: another may have been spelled anew by
  /// somebody else.
  func change(
    from known: inout Reading<Value>, to new: Reading<Value>
  ) -> PreferenceChange<Value>? {
    guard let position = firstChange(known, new) else {
      // An equal value may have moved, and its next change is one of its new place.
      known.places = new.places
      return nil
    }
    let name = new.places[position].nameChanged(since: known.places[position])
    defer { known = new }
    return PreferenceChange(old: known.value, new: new.value, origin: new.origins[name])
  }
}

/// What a reading is made from: all layers at one generation.
struct ReadingSource: Sendable {
  let snapshot: StoreSnapshot

  /// Who made the last change of each name observed.
  let origins: [PreferenceOrigin]
}

extension Observed {
  /// Observes one key.
  init(_ slot: ValueSlot<Value>, in preferences: Preferences) {
    let description = slot.description
    self.init(
      preferences: preferences, names: description.names,
      read: { source, last in
        var reading = slot.reading(in: source.snapshot, last: last?.value)
        reading.origins = source.origins
        return reading
      },
      firstChange: { old, new in
        description.isChange(from: (old.value, old.trees[0]), to: (new.value, new.trees[0]))
          ? 0 : nil
      })
  }

  /// Observes a part of the value.
  func part<Part: Sendable>(_ path: any KeyPath<Value, Part> & Sendable) -> Observed<Part> {
    let read = read
    return Observed<Part>(
      preferences: preferences, names: names,
      read: { source, last in
        let whole = read(source, last?.whole as? Reading<Value>)
        return Reading(
          value: whole.value[keyPath: path], trees: whole.trees, places: whole.places,
          origins: whole.origins, problems: whole.problems, whole: whole)
      },
      firstChange: { old, new in
        guard old.trees != new.trees else { return nil }
        if let isEqual = areEqual(old.value, new.value) { return isEqual ? nil : 0 }
        guard let left = encoding(of: old.value) else { return 0 }
        return left == encoding(of: new.value) ? nil : 0
      })
  }
}

extension Preferences {
  /// Observes several keys together.
  func observed<each Key: UserPreferenceKey>(
    _ keys: repeat (each Key).Type
  ) -> Observed<(repeat (each Key).Value)> {
    let descriptions = (repeat slot(for: each keys).description)
    var names: [String] = []
    for description in repeat each descriptions { names += description.names }
    return Observed(
      preferences: self, names: names,
      read: { source, _ in
        var first = 0
        let readings = (repeat (each descriptions).reading(in: source, advancing: &first))
        var result = Reading(
          value: (repeat (each readings).value), trees: [], places: [], origins: source.origins)
        for reading in repeat each readings {
          result.trees += reading.trees
          result.places += reading.places
          result.problems += reading.problems
        }
        return result
      },
      firstChange: { old, new in
        var index = 0
        for (description, before, after) in repeat (
          each descriptions, each old.value, each new.value
        ) {
          if description.isChange(from: (before, old.trees[index]), to: (after, new.trees[index])) {
            return index
          }
          index += 1
        }
        return nil
      })
  }
}

extension KeyDescription {
  /// Reads one of several keys, whose names begin at a position.
  fileprivate func reading(
    in source: ReadingSource, advancing first: inout Int
  ) -> Reading<Value> {
    var reading = reading(in: source.snapshot)
    reading.places[0].first = first
    first += 1 + formerNames.count
    return reading
  }
}

/// The encoding of a value that may have one.
private func encoding<Value>(of value: Value) -> PropertyList? {
  (value as? any Encodable).flatMap { try? PropertyList(encoding: $0) }
}
