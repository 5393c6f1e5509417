import Glibc
import PropertyLists

/// Prints a line at once, whatever standard output is.
func say(_ line: String) {
  var bytes = Array("\(line)\n".utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}

func fail(_ line: String) -> Never {
  say("bad \(line)")
  exit(1)
}

/// Reads a file as any program does, without our own care; nil where there is none.
func plainContents(_ path: String) -> [UInt8]? {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return nil }
  defer { close(file) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// What a file holds to one who parses it; nil where it does not parse.
func plainDocument(_ path: String) -> Document? {
  plainContents(path).flatMap {
    try? Document(parsing: $0, as: path.hasSuffix(".json") ? .json : .xmlPropertyList)
  }
}

/// The temporary files of replaces that lie beside a file.
func temporaryFiles(beside path: String) -> [String] {
  guard let slash = path.lastIndex(of: "/"), let directory = opendir(String(path[..<slash])) else {
    return []
  }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if name.hasSuffix(".tmp") { names.append(name) }
  }
  return names
}

/// What Glibc's module marks as unavailable.
func forkProcess() -> Int32 {
  typealias Fork = @convention(c) () -> Int32
  guard let symbol = dlsym(nil, "fork") else { return -1 }
  return unsafeBitCast(symbol, to: Fork.self)()
}
