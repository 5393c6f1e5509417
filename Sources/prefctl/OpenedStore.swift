import PreferencesStore
import SystemFiles

extension LayeredStore {
  /// Opens what a word of the command line names: a file where it contains a `/`, else a domain.
  static func open(
    _ word: String, watching: PreferenceConfiguration.Watching = .off
  ) throws(Failure) -> LayeredStore {
    var configuration = PreferenceConfiguration()
    configuration.watching = watching
    return try reporting { () throws(PreferenceError) in
      word.utf8.contains(UInt8(ascii: "/"))
        ? try LayeredStore(file: word, configuration: configuration)
        : try LayeredStore(domain: word, configuration: configuration)
    }
  }

  /// Whether there is a file at all.
  var hasFile: Bool {
    guard let path else { return false }
    return (try? ResolvedFile(path))?.identity != nil
  }

  /// Where the file is, for messages.
  var place: String { path ?? "memory" }
}
