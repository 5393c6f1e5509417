import FoundationEssentials
import Glibc
import SystemFiles

/// Where one run of a script works; removed with it, and whatever is mounted below it.
final class Workplace: Sendable {
  let path: String
  private let control: String

  init(below base: String) throws {
    path = "\(base)/\(UUID().uuidString)/work"
    control = path.dropLast("work".count) + "control"
    for directory in [path, control] {
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
    }
    append("", to: diary)
  }

  deinit {
    for mount in mounts.reversed() { umount2(mount, Int32(MNT_DETACH)) }
    let whole = String(path.dropLast("/work".count))
    try? FileManager.default.removeItem(atPath: whole)
  }

  /// Where a script finds what was heard.
  var diary: String { "\(control)/heard" }

  /// Runs commands here, for a minute at most, and gives their status and what they printed.
  func run(_ commands: String) -> (status: Int32, output: String) {
    let script = "\(control)/script"
    append(Self.prelude + commands, to: script, replacing: true)
    let status = Shell.run(
      script, output: "\(control)/output",
      environment: ["HOME": control, "HEARD": diary, "PLACE": path])
    return (status, text(of: "\(control)/output"))
  }

  /// What every script may use: `doc LEVEL NAME` prints a document, and `heard KEY VALUE` waits
  /// until a subscriber has been told so.
  private static let prelude = """
    cd "$PLACE"
    doc() {
      printf '{\\n  "level": %s,\\n  "name": "%s",\\n  "sentinel": "stays"\\n}\\n' "$1" "$2"
    }
    heard() {
      local i
      for i in $(seq 1000); do
        [[ $(<"$HEARD") == *"<$1 $2>"* ]] && return
        sleep 0.03
      done
      echo "not heard: $1 $2"
      return 1
    }

    """

  private var mounts: [String] {
    text(of: "/proc/self/mountinfo").split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 4 && words[4].hasPrefix(path) ? String(words[4]) : nil
    }
  }
}

/// The text of a file, or an empty one.
func text(of path: String) -> String {
  (try? Data(contentsOf: URL(filePath: path))).map { String(decoding: $0, as: UTF8.self) } ?? ""
}

/// Appends to a file, which is made where it is not there.
func append(_ text: String, to path: String, replacing isReplaced: Bool = false) {
  guard let file = fopen(path, isReplaced ? "we" : "ae") else { return }
  fputs(text, file)
  fclose(file)
}
