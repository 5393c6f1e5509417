/// A way to a preference or to a part of one, to hand to those who show and change it.
///
/// ```swift
/// @PreferenceStorage("window", store: preferences) var window = Window()
///
/// let width = $window.width    // PreferenceBinding<Int>
/// width.wrappedValue = 800     // the whole window is stored
/// for await width in $window.width.values { }
/// ```
///
/// One who is handed a binding may keep it as a property:
///
/// ```swift
/// struct WidthField {
///   @PreferenceBinding var width: Int
/// }
///
/// @PreferenceStorage("window", store: preferences) var window = Window()
/// WidthField(width: $window.width).width = 900
/// ```
///
/// Setting a part reads the whole, changes it and sets it; it is not atomic between processes.
@propertyWrapper @dynamicMemberLookup
public struct PreferenceBinding<Value: Sendable>: Sendable {
  private let observed: Observed<Value>
  private let get: @Sendable () -> Value
  private let set: @Sendable (Value) -> Void

  init(
    observed: Observed<Value>, get: @escaping @Sendable () -> Value,
    set: @escaping @Sendable (Value) -> Void
  ) {
    self.observed = observed
    self.get = get
    self.set = set
  }

  /// The value; reads are tracked by Observation.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself.
  public var projectedValue: PreferenceBinding { self }

  /// The current value, then each new one.
  public var values: PreferenceValues<Value> { PreferenceValues(observed) }

  /// The changes from now on.
  public var changes: PreferenceChanges<Value> { PreferenceChanges(observed) }

  /// A binding to a part of the value.
  public subscript<Part: Sendable>(
    dynamicMember path: any WritableKeyPath<Value, Part> & Sendable
  ) -> PreferenceBinding<Part> {
    let (get, set) = (get, set)
    return PreferenceBinding<Part>(
      observed: observed.part(path),
      get: { get()[keyPath: path] },
      set: { part in
        var whole = get()
        whole[keyPath: path] = part
        set(whole)
      })
  }
}
