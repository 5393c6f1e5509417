import PropertyLists
import SystemFiles

/// Where a domain's file is, and in which format it would begin.
struct DomainLocation {
  /// The domain's name; nil where the file was named by its path.
  let domain: String?

  /// The absolute path as it was asked for, links included.
  let path: String

  /// The format of a file that does not exist yet.
  let format: PreferenceFormat

  /// A file beside it that would serve too and is not used.
  let unusedSibling: String?

  /// The file of a domain: `preferences.json` in the domain's own directory of the user's
  /// configuration, or `preferences.plist` where only that exists.
  ///
  /// - Throws: `.invalidName`; `.invalidConfiguration` where the user has no home.
  init(domain: String, configuration: PreferenceConfiguration) throws(PreferenceError) {
    let name = try DomainName(domain)
    guard let root = ProcessEnvironment.configurationDirectory else {
      throw PreferenceError(
        .invalidConfiguration,
        "neither XDG_CONFIG_HOME nor HOME nor the password database names a directory for the "
          + "user's settings; set HOME, or open the file by its path")
    }
    let stem = "\(root)/\(name.string)/preferences"
    let (json, plist) = (stem + ".json", stem + ".plist")
    let hasJSON = Self.isFile(json)
    let hasPropertyList = Self.isFile(plist)
    let wantsPropertyList = configuration.format.map { $0 != .json } ?? false
    let usesPropertyList = !hasJSON && (hasPropertyList || wantsPropertyList)
    self.domain = name.string
    path = usesPropertyList ? plist : json
    format = configuration.format ?? (usesPropertyList ? .xmlPropertyList : .json)
    unusedSibling = hasJSON && hasPropertyList ? plist : nil
  }

  /// A file at any path; a relative one begins at the current directory, `~` is not expanded, and
  /// parts that lead nowhere (`//`, `/./`) are left out.
  ///
  /// - Throws: `.invalidConfiguration` where the path names no file, or is relative and the current
  ///   directory has been removed.
  init(file: String, configuration: PreferenceConfiguration) throws(PreferenceError) {
    guard let directory = file.isAbsolutePath ? "" : ProcessEnvironment.workingDirectory else {
      var error = PreferenceError(
        .invalidConfiguration,
        "'\(file)' begins at the working directory, which has been removed; give an absolute path")
      error.path = file
      throw error
    }
    let names = (directory.pathNames + file.pathNames).filter { $0 != "." }
    guard let name = Self.lastName(of: file), name != ".", name != "..", !file.utf8.contains(0)
    else {
      var error = PreferenceError(
        .invalidConfiguration, "'\(file)' names no file; give the path of one")
      error.path = file
      throw error
    }
    domain = nil
    path = names.map { "/\($0)" }.joined()
    format = configuration.format ?? Self.format(byExtensionOf: path)
    unusedSibling = nil
  }

  /// What is behind the last slash; nil where there is nothing.
  private static func lastName(of path: String) -> Substring? {
    path.utf8.last == UInt8(ascii: "/") ? nil : path.pathNames.last
  }

  private static func isFile(_ path: String) -> Bool {
    (try? ResolvedFile(path))?.identity != nil
  }

  private static func format(byExtensionOf path: String) -> PreferenceFormat {
    path.lowercased().hasSuffix(".plist") ? .xmlPropertyList : .json
  }
}
