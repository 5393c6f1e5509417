import SystemFiles

/// Text of lines `name=value`, merged line by line: a small stand-in for a preferences file.
struct Lines: Equatable {
  var values: [String: String] = [:]

  init(_ values: [String: String] = [:]) {
    self.values = values
  }

  init(_ bytes: [UInt8]?) {
    for line in String(decoding: bytes ?? [], as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
  }

  var bytes: [UInt8] {
    Array(values.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined().utf8)
  }

  /// Takes over what a stray changed; without a base, everything that it holds and this lacks.
  mutating func merge(_ stray: StrayContents) {
    let theirs = Lines(stray.bytes)
    let base = stray.base.map { Lines($0) }
    for (name, value) in theirs.values {
      if let base {
        if base.values[name] != value { values[name] = value }
      } else if values[name] == nil {
        values[name] = value
      }
    }
    for name in base?.values.keys ?? [:].keys where theirs.values[name] == nil {
      values[name] = nil
    }
  }
}

extension AtomicFile {
  /// Merges strays and sets some lines.
  @discardableResult
  func set(
    _ changes: [String: String], recovering: Bool = false, settling: [LingeringFile] = [],
    lockTimeout: Duration = .seconds(30)
  ) throws(ReplaceError<Never>) -> Outcome {
    try update(lockTimeout: lockTimeout, recovering: recovering, settling: settling) {
      contents, strays in
      var lines = Lines(contents?.bytes)
      for stray in strays { lines.merge(stray) }
      lines.values.merge(changes) { $1 }
      return lines.bytes
    }
  }

  /// Merges files that were left to their writers as soon as these have closed them.
  ///
  /// A child process of another test holds, from `fork` to `exec`, whatever was open for writing:
  /// that is waited for.
  ///
  /// - Returns: What is left after ten seconds.
  func settle(
    _ left: [LingeringFile], recovering: Bool = false
  ) throws(ReplaceError<Never>) -> [LingeringFile] {
    let deadline = MonotonicTime.after(.seconds(10))
    var left = left
    while true {
      for index in left.indices { left[index].quietSince = MonotonicTime(nanoseconds: 0) }
      left = try update(recovering: recovering, settling: left) { contents, strays in
        guard !strays.isEmpty else { return nil }
        var lines = Lines(contents?.bytes)
        for stray in strays { lines.merge(stray) }
        return lines.bytes
      }.lingering
      guard !left.isEmpty, MonotonicTime.now < deadline else { return left }
      Thread.sleep(until: .after(.milliseconds(20)))
    }
  }
}
