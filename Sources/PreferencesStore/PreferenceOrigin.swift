/// Who made a change.
public enum PreferenceOrigin: Sendable, Hashable {
  /// This process.
  case local

  /// Another process, or a person in an editor.
  case external

  /// A registered default came, changed or went.
  case defaults
}
