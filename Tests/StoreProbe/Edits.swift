import DocumentChecks
import Glibc
import PropertyLists

/// Edits a file as a person does, so often, while others write to it: half of the edits by rename,
/// half in place and slowly.
///
/// Each edit reads the file, thinks a little, adds a name of its own, and saves. It prints what it
/// had read of the writer's names, and whether what it saved was to be seen at once; the next edit
/// begins when it is to be seen.
func editLoop(_ path: String, count: Int, seed: Int) throws {
  var numbers = SeededGenerator(seed: UInt64(seed))
  var vanished = [true: 0, false: 0]
  for edit in 1...count {
    guard let contents = plainContents(path), let text = String(validating: contents, as: UTF8.self)
    else { fail("edit \(edit): the file cannot be read") }
    guard let document = try? Document(parsing: contents, as: .json) else {
      fail("edit \(edit): the file does not parse: \(text)")
    }
    let seen = (0..<8).map { "\(integer(document.value(named: "w\($0)")))" }
    usleep(UInt32.random(in: 0..<4_000, using: &numbers))
    let isRename = edit.isMultiple(of: 2)
    // Told before it is saved, so that whoever hears of the effects can know of the cause.
    say("edit \(edit) \(isRename ? "rename" : "in-place") \(seen.joined(separator: ","))")
    let saved = Array(text.adding("\"e\(edit)\": \(edit)").utf8)
    if isRename {
      replace(path, by: saved)
    } else {
      overwrite(path, by: saved, &numbers)
    }
    if !holds(edit, path) { vanished[isRename, default: 0] += 1 }
    var looks = 0
    while !holds(edit, path) {
      looks += 1
      guard looks < 20_000 else { fail("edit \(edit) is lost: \(isRename)") }
      usleep(1_000)
    }
  }
  say("edits \(count) vanished-by-rename \(vanished[true] ?? 0) in-place \(vanished[false] ?? 0)")
}

private func holds(_ edit: Int, _ path: String) -> Bool {
  guard let contents = plainContents(path),
    let document = try? Document(parsing: contents, as: .json)
  else { return false }
  return document.value(named: "e\(edit)") == .integer(Int64(edit))
}

private func replace(_ path: String, by bytes: [UInt8]) {
  let other = path + ".edited"
  let file = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard file >= 0, write(file, bytes, bytes.count) == bytes.count else { fail("no copy") }
  close(file)
  guard rename(other, path) == 0 else { fail("no rename") }
}

/// Empties the file, then writes it in three pieces with pauses between them.
private func overwrite(_ path: String, by bytes: [UInt8], _ numbers: inout SeededGenerator) {
  let file = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
  guard file >= 0 else { fail("the file cannot be opened: errno \(errno)") }
  let third = bytes.count / 3
  for piece in [bytes[..<third], bytes[third..<(2 * third)], bytes[(2 * third)...]] {
    usleep(UInt32.random(in: 0..<5_000, using: &numbers))
    guard piece.withUnsafeBytes({ write(file, $0.baseAddress, $0.count) }) == piece.count else {
      fail("no write")
    }
  }
  usleep(UInt32.random(in: 0..<2_000, using: &numbers))
  close(file)
}

extension String {
  /// A JSON object's text with one more member, as a person would add it.
  fileprivate func adding(_ member: String) -> String {
    guard let brace = lastIndex(of: "}") else { return "{\n  \(member)\n}\n" }
    var body = self[..<brace]
    while let last = body.last, last.isWhitespace { body.removeLast() }
    return "\(body)\(body.last == "{" ? "" : ",")\n  \(member)\n}\n"
  }

}
