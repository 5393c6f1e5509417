import Foundation
import Glibc

/// The ways in which programs and people bring new contents into a file.
enum Edit: String, CaseIterable, Sendable {
  /// Truncated and written, as by `>`.
  case inPlace

  /// Written beside it and renamed over it, as by `sed -i`.
  case rename

  /// Removed and written anew, as by `install` and `git checkout`.
  case recreate

  func write(_ text: String, to path: String) throws {
    switch self {
    case .inPlace:
      try overwrite(path, with: text)
    case .rename:
      try overwrite(path + ".new", with: text)
      guard Glibc.rename(path + ".new", path) == 0 else { throw CocoaError(.fileWriteUnknown) }
    case .recreate:
      guard unlink(path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      try overwrite(path, with: text)
    }
  }
}

/// Opens a file with truncation, writes, and closes it.
func overwrite(_ path: String, with text: String) throws {
  guard let file = fopen(path, "w") else { throw CocoaError(.fileWriteUnknown) }
  let isWritten = fputs(text, file) >= 0
  guard fclose(file) == 0, isWritten else { throw CocoaError(.fileWriteUnknown) }
}

/// The formats that a person edits.
enum TextFormat: String, CaseIterable, Sendable {
  case json, plist

  /// A file that holds a number under `counter`.
  func text(counter: Int) -> String {
    switch self {
    case .json:
      """
      {
        "other": "stays",
        "counter": \(counter)
      }

      """
    case .plist:
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
        <key>other</key>
        <string>stays</string>
        <key>counter</key>
        <integer>\(counter)</integer>
      </dict>
      </plist>

      """
    }
  }
}
