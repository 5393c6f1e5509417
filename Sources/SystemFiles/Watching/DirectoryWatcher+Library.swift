extension DirectoryWatcher {
  /// Adds the watches that a plan needs and that are missing.
  ///
  /// - Returns: Whether there were any, or the plan was found outdated; and what stood in the way.
  func extend(to plan: WatchPlan) -> (isNew: Bool, obstacle: PollingReason?) {
    var isNew = false
    var obstacle: PollingReason?
    for place in plan.places {
      switch ensure(place.path, place.key, place.mask, isDirectory: true) {
      case .present: break
      case .new: isNew = true
      // Whether an ancestor stays where it is can be left unwatched.
      case .refused(.unreadable) where place.names.isEmpty: break
      case .refused(let reason): obstacle = obstacle ?? reason
      }
    }
    guard let path = plan.inodePath, let file = plan.file else { return (isNew, obstacle) }
    switch ensure(path, WatchTable.Key(file), WatchLevel.file, isDirectory: false) {
    case .present: break
    case .new: isNew = true
    case .refused(let reason): obstacle = obstacle ?? reason
    }
    return (isNew, obstacle)
  }

  private enum Step {
    case present, new
    case refused(PollingReason)
  }

  private func ensure(
    _ path: String, _ key: WatchTable.Key, _ mask: InotifyEvent.Mask, isDirectory: Bool
  ) -> Step {
    let current = table.mask(of: key)
    if let current, current.isSuperset(of: mask) { return .present }
    do throws(Errno) {
      let object = try SystemCalls.open(
        path, isDirectory ? [.pathOnly, .directory, .noFollow] : [.pathOnly, .noFollow])
      guard WatchTable.Key(try SystemCalls.identity(of: object)) == key else { return .new }
      let fileSystem = try SystemCalls.fileSystemType(of: object)
      let wanted = mask.union(current ?? [])
      let flags: InotifyEvent.Mask = isDirectory ? .onlyDirectories : []
      if let watch = try library?.watch(object, wanted.union(flags)) {
        table.enter(key, watch: watch, mask: wanted, on: fileSystem)
      } else if current != nil {
        // The same watch as before, which the library does not enter under a second name.
        table.widen(key, to: wanted)
      } else {
        // Its events could not be told apart: only a new beginning helps.
        mustStartAnew = true
      }
      return .new
    } catch {
      return Self.step(after: error)
    }
  }

  private static func step(after errno: Errno) -> Step {
    switch errno {
    // The path changed after it was walked.
    case .noSuchFile, .notDirectory, .loop: .new
    case .noSpace: .refused(.watchLimit)
    case .tooManyFiles, .tooManyFilesInSystem: .refused(.instanceLimit)
    case .accessDenied, .notPermitted: .refused(.unreadable)
    default: .refused(.refused(errno))
    }
  }

  // MARK: Opening and closing

  /// Opens the library for the first who needs it.
  func openLibrary(at now: MonotonicTime) {
    guard library == nil, refusal == nil else { return }
    do throws(PollingReason) {
      let opened = try InotifyLibrary.start()
      if let root = try? SystemCalls.identity(of: "/"),
        let fileSystem = try? SystemCalls.fileSystemType(of: "/")
      {
        table.enter(
          WatchTable.Key(root), watch: opened.rootWatch, mask: InotifyLibrary.rootMask,
          on: fileSystem)
      }
      library = consume opened
      mountTable = try? MountTable()
    } catch {
      refusal = error
      nextRetry = error.isPassing ? now.advanced(by: configuration.retryInterval) : nil
    }
  }

  func closeLibrary() {
    library = nil
    mountTable = nil
    table = WatchTable()
    era += 1
    hasMore = false
    mustStartAnew = false
  }

  /// Closes the library and opens it again, without the garbage.
  ///
  /// - Returns: What all clients must be told, since nothing is watched any more.
  func startAnew(at now: MonotonicTime) -> WatchEvents {
    closeLibrary()
    openLibrary(at: now)
    return .structure
  }
}
