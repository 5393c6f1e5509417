import Foundation
import SystemFiles
import Testing

/// What people and programs do to a file, and what must be read in the end.
struct WatchScript: Sendable, CustomTestStringConvertible {
  var name: String
  /// The file that is followed, below the workplace.
  var file = "conf/app.json"
  var before = "mkdir conf; echo old > conf/app.json"
  var action: String
  var contents: String? = "new value\n"
  var tools: [String] = []

  var testDescription: String { name }
}

@Suite(.timeLimit(.minutes(4)))
struct WatchScriptTests {
  @Test(arguments: WatchScript.all, [true, false])
  func theLastContentsAreReadAfter(_ script: WatchScript, byEvents: Bool) throws {
    let workplace = try Workplace()
    for tool in script.tools {
      guard try workplace.run("command -v \(tool)").status == 0 else {
        print("skipped: '\(script.name)' needs \(tool)")
        return
      }
    }
    let before = try workplace.run(script.before)
    try #require(before.status == 0, "\(before.output)")

    let loop = byEvents ? EventLoop.shared : Self.pollingLoop
    let follower = FileFollower("\(workplace.path)/\(script.file)")
    loop.add(follower)
    defer { loop.remove(follower) }
    try #require(follower.waits { !$0.contents.isEmpty })
    #expect(follower.log.withLock { $0.mode } == (byEvents ? .events : .polling(.requested)))

    let action = try workplace.run(script.action)
    try #require(action.status == 0, "\(action.output)")
    #expect(
      follower.waits(forContents: script.contents), "\(follower.log.withLock { $0 })")
    #expect(follower.log.withLock { $0.overlaps } == 0)
  }

  /// Polls so often that the table of scripts takes no longer than with events.
  static let pollingLoop: EventLoop = {
    EventLoop(WatchConfiguration(environment: "poll:20"))
  }()
}

extension WatchScript {
  static let all = shell + tools + links + directories

  static let shell: [WatchScript] = [
    WatchScript(name: "> one write", action: "echo 'new value' > conf/app.json"),
    WatchScript(
      name: "> two writes with a pause",
      action: "{ printf new; sleep 0.2; echo ' value'; } > conf/app.json"),
    WatchScript(
      name: ">> appends", action: "echo more >> conf/app.json", contents: "old\nmore\n"),
    WatchScript(
      name: "a writer that does not close",
      action: "exec 7> conf/app.json; echo 'new value' >&7; sleep 1; exec 7>&-"),
    WatchScript(name: "truncate", action: "truncate -s0 conf/app.json", contents: ""),
    WatchScript(
      name: "dd conv=notrunc, same size",
      action: "printf new | dd of=conf/app.json conv=notrunc status=none", contents: "new\n"),
    WatchScript(
      name: "same size, same times",
      action: "touch -r conf/app.json t; echo new > conf/app.json; touch -r t conf/app.json",
      contents: "new\n"),
    WatchScript(name: "cp over", action: "echo 'new value' > n; cp n conf/app.json"),
    WatchScript(
      name: "cp --remove-destination",
      action: "echo 'new value' > n; cp --remove-destination n conf/app.json"),
    WatchScript(
      name: "install", action: "echo 'new value' > n; install -m 600 n conf/app.json"),
    WatchScript(
      name: "mv from another directory", action: "echo 'new value' > n; mv n conf/app.json"),
    WatchScript(
      name: "temporary file in the same directory, then mv",
      action: "echo 'new value' > conf/.app.tmp; mv conf/.app.tmp conf/app.json"),
    WatchScript(
      name: "mv from another file system",
      action: "f=$(mktemp /dev/shm/XXXXXX); echo 'new value' > $f; mv $f conf/app.json"),
    WatchScript(
      name: "renamed away, then made anew",
      action: "mv conf/app.json conf/app.json~; echo 'new value' > conf/app.json"),
    WatchScript(
      name: "renamed away, then the backup is edited",
      action: """
        mv conf/app.json conf/app.json~; echo 'new value' > conf/app.json
        echo backup > conf/app.json~
        """),
    WatchScript(
      name: "removed, then made anew",
      action: "rm conf/app.json; sleep 0.1; echo 'new value' > conf/app.json"),
    WatchScript(name: "removed", action: "rm conf/app.json", contents: nil),
    WatchScript(
      name: "removed while open elsewhere", action: "exec 7< conf/app.json; rm conf/app.json",
      contents: nil),
    WatchScript(
      name: "ln makes it", before: "mkdir conf; echo 'new value' > n",
      action: "ln n conf/app.json"),
    WatchScript(
      name: "written through another name",
      before: "mkdir conf; echo old > conf/app.json; ln conf/app.json other",
      action: "echo 'new value' > other"),
    WatchScript(
      name: "written through another name after a replace",
      before: "mkdir conf; echo old > conf/app.json",
      action: """
        echo older > n; ln n other; mv n conf/app.json; sleep 0.2; echo 'new value' > other
        """),
    WatchScript(
      name: "made, removed and made within a moment",
      action: """
        for i in 1 2 3 4 5 6 7 8 9 10; do echo $i > conf/app.json; rm conf/app.json; done
        echo 'new value' > conf/app.json
        """),
    WatchScript(
      name: "a name with spaces, a line feed and é", file: "conf/a é\n b.json",
      before: "mkdir conf; echo old > $'conf/a é\\n b.json'",
      action: "echo 'new value' > $'conf/a é\\n b.json'"),
    WatchScript(
      name: "becomes readable only by its mode",
      action: "chmod 000 conf/app.json; echo 'new value' > n; chmod 644 n; mv n conf/app.json"),
  ]

  static let tools: [WatchScript] = [
    WatchScript(name: "sed -i", action: "sed -i 's/old/new value/' conf/app.json"),
    WatchScript(name: "sed -i.bak", action: "sed -i.bak 's/old/new value/' conf/app.json"),
    WatchScript(
      name: "perl -pi", action: "perl -pi -e 's/old/new value/' conf/app.json", tools: ["perl"]),
    WatchScript(
      name: "rename exchange",
      action: """
        echo 'new value' > n
        python3 -c 'import ctypes; libc = ctypes.CDLL(None); \
        exit(libc.renameat2(-100, b"n", -100, b"conf/app.json", 2))'
        """, tools: ["python3"]),
    WatchScript(
      name: "O_TMPFILE and linkat", before: "mkdir conf",
      action: """
        python3 -c '
        import ctypes, os
        f = os.open("conf", os.O_TMPFILE | os.O_RDWR)
        os.write(f, b"new value\\n")
        name = f"/proc/self/fd/{f}".encode()
        exit(ctypes.CDLL(None).linkat(-100, name, -100, b"conf/app.json", 0x400))'
        """, tools: ["python3"]),
    WatchScript(
      name: "written through a memory map",
      before: "mkdir conf; echo 'old value' > conf/app.json",
      action: """
        python3 -c '
        import mmap
        with open("conf/app.json", "r+b") as f:
          m = mmap.mmap(f.fileno(), 0); m[0:3] = b"new"; m.close()'
        """, tools: ["python3"]),
    WatchScript(
      name: "rsync", action: "echo 'new value' > n; rsync n conf/app.json", tools: ["rsync"]),
    WatchScript(
      name: "rsync --inplace", action: "echo 'new value' > n; rsync --inplace n conf/app.json",
      tools: ["rsync"]),
    WatchScript(
      name: "rsync --delay-updates --times",
      action: """
        mkdir s; echo 'new value' > s/app.json; touch -d 2020-01-01 s/app.json
        rsync -rt --delay-updates s/ conf/
        """, tools: ["rsync"]),
    WatchScript(
      name: "rsync --backup",
      action: "echo 'new value' > n; rsync --backup n conf/app.json; echo b > conf/app.json~",
      tools: ["rsync"]),
    WatchScript(
      name: "tar x",
      action: "mkdir -p s/conf; echo 'new value' > s/conf/app.json; tar -C s -c conf | tar x",
      tools: ["tar"]),
    WatchScript(
      name: "patch",
      action: """
        printf -- '--- a\\n+++ b\\n@@ -1 +1 @@\\n-old\\n+new value\\n' | patch -s conf/app.json
        """, tools: ["patch"]),
    WatchScript(
      name: "git checkout of another branch", before: gitBefore,
      action: "cd conf; git checkout -q new", tools: ["git"]),
    WatchScript(
      name: "git stash and pop", before: gitBefore,
      action: "cd conf; echo 'new value' > app.json; git stash -q; git stash pop -q",
      tools: ["git"]),
    WatchScript(
      name: "git checkout of a branch without the directory, and back",
      file: "conf/sub/app.json",
      before: """
        mkdir conf; cd conf; git init -q -b none; git config user.email a; git config user.name a
        git commit -q --allow-empty -m none; git checkout -q -b with; mkdir sub
        echo old > sub/app.json; git add .; git commit -qm old
        """,
      action: """
        cd conf; git checkout -q none; git checkout -q with; echo 'new value' > sub/app.json
        """, tools: ["git"]),
    WatchScript(
      name: "vim, in place", action: vim("set backupcopy=yes"), tools: ["vim"]),
    WatchScript(name: "vim, by rename", action: vim("set backupcopy=no"), tools: ["vim"]),
    WatchScript(name: "vim, as it is", action: vim("set backupcopy=auto"), tools: ["vim"]),
    WatchScript(
      name: "vim, without a backup", action: vim("set nowritebackup"), tools: ["vim"]),
    WatchScript(
      name: "neovim", action: neovim, tools: ["nvim"]),
    WatchScript(
      name: "nano",
      action: """
        python3 -c '
        import os, pty, time
        pid, terminal = pty.fork()
        if pid == 0:
          os.environ["TERM"] = "xterm"
          os.execvp("nano", ["nano", "-I", "conf/app.json"])
        os.set_blocking(terminal, False)
        for keys in (b"", b"\\x0b", b"new value", b"\\x0f", b"\\r", b"\\x18"):
          os.write(terminal, keys)
          time.sleep(0.2)
          try: os.read(terminal, 65536)
          except OSError: pass
        os.waitpid(pid, 0)'
        """, tools: ["nano", "python3"]),
    WatchScript(
      name: "emacs",
      action: """
        emacs --batch -Q conf/app.json --eval \
        '(progn (erase-buffer) (insert "new value\\n") (save-buffer))'
        """, tools: ["emacs"]),
    WatchScript(
      name: "a synchroniser's conflict copy",
      action: """
        echo 'new value' > conf/.syncthing.app.json.tmp
        mv conf/app.json conf/app.sync-conflict-20261130.json
        mv conf/.syncthing.app.json.tmp conf/app.json
        """),
    WatchScript(
      name: "an editor that writes after its rename",
      action: """
        echo 'old value' > conf/.goutputstream; mv conf/.goutputstream conf/app.json
        echo 'new value' > conf/app.json
        """),
  ]

  static let links: [WatchScript] = [
    WatchScript(
      name: "ln -sfn to another file", before: linkBefore,
      action: "echo 'new value' > store/b; ln -sfn ../store/b conf/app.json"),
    WatchScript(
      name: "mv over a link", before: linkBefore,
      action: "echo 'new value' > n; mv n conf/app.json"),
    WatchScript(
      name: "the target of a link is written", before: linkBefore,
      action: "echo 'new value' > store/a"),
    WatchScript(
      name: "the target of a link is replaced", before: linkBefore,
      action: "echo 'new value' > n; mv n store/a"),
    WatchScript(
      name: "the target of a dangling link is made",
      before: "mkdir conf store; ln -s ../store/a conf/app.json",
      action: "echo 'new value' > store/a"),
    WatchScript(
      name: "sed -i turns a link into a file", before: linkBefore,
      action: "sed -i 's/old/new value/' conf/app.json"),
    WatchScript(
      name: "the second link of a chain is turned",
      before: """
        mkdir conf links store; echo old > store/a; echo 'new value' > store/b
        ln -s ../store/a links/current; ln -s ../links/current conf/app.json
        """,
      action: "ln -sfn ../store/b links/current"),
    WatchScript(
      name: "a file becomes a link, whose target is then written",
      action: """
        mkdir store; echo mid > store/a; echo edit > conf/app.json; sleep 0.2
        ln -sfn ../store/a conf/app.json; sleep 0.2; echo 'new value' > store/a
        """),
    WatchScript(
      name: "a file becomes a link, whose directory is then exchanged",
      action: """
        mkdir v1 v2; echo mid > v1/a; echo 'new value' > v2/a; ln -s v1 current
        echo edit > conf/app.json; ln -sfn ../current/a conf/app.json; sleep 0.2
        ln -sfn v2 current
        """),
    WatchScript(
      name: "a link to the directory is turned", file: "current/app.json",
      before: """
        mkdir v1 v2; echo old > v1/app.json; echo 'new value' > v2/app.json; ln -s v1 current
        """,
      action: "ln -sfn v2 current"),
    WatchScript(
      name: "a ConfigMap is updated",
      before: """
        mkdir -p conf/..2024_01; echo old > conf/..2024_01/app.json
        ln -s ..2024_01 conf/..data; ln -s ..data/app.json conf/app.json
        """,
      action: """
        cd conf; mkdir ..2024_02; echo 'new value' > ..2024_02/app.json
        ln -s ..2024_02 ..data_tmp; mv -T ..data_tmp ..data; rm -r ..2024_01
        """),
    WatchScript(
      name: "a ConfigMap is updated twice",
      before: """
        mkdir -p conf/..2024_01; echo old > conf/..2024_01/app.json
        ln -s ..2024_01 conf/..data; ln -s ..data/app.json conf/app.json
        """,
      action: """
        cd conf
        for i in 2 3; do
          mkdir ..2024_0$i; echo "value $i" > ..2024_0$i/app.json
          ln -s ..2024_0$i ..data_tmp; mv -T ..data_tmp ..data; rm -r ..2024_0$((i - 1))
        done
        """, contents: "value 3\n"),
    WatchScript(
      name: "stow -R",
      before: """
        mkdir -p stow/package/conf conf; echo old > stow/package/conf/app.json
        stow -d stow -t . package 2>/dev/null || ln -s ../stow/package/conf/app.json conf/app.json
        """,
      action: "echo 'new value' > stow/package/conf/app.json; stow -d stow -t . -R package",
      tools: ["stow"]),
  ]

  static let directories: [WatchScript] = [
    WatchScript(
      name: "the directory is renamed away and made anew",
      action: """
        mv conf conf.old; echo wrong > conf.old/app.json; mkdir conf
        echo 'new value' > conf/app.json; echo 'wrong again' > conf.old/app.json
        """),
    WatchScript(
      name: "the directory is renamed away",
      action: "mv conf conf.old; echo wrong > conf.old/app.json", contents: nil),
    WatchScript(
      name: "the directory is renamed away and back",
      action: "mv conf conf.old; sleep 0.05; mv conf.old conf; echo 'new value' > conf/app.json"),
    WatchScript(
      name: "the directory is removed and made anew",
      action: "rm -rf conf; mkdir conf; echo 'new value' > conf/app.json"),
    WatchScript(
      name: "the directory is removed while a shell stands in it, and made anew",
      action: "(cd conf; rm -rf ../conf; mkdir ../conf; echo 'new value' > ../conf/app.json)"),
    WatchScript(
      name: "two levels are removed while a shell stands in them, and made anew",
      file: "a/b/app.json", before: "mkdir -p a/b; echo old > a/b/app.json",
      action: """
        cd a/b; rm -rf ../../a; sleep 0.1; cd ../.. 2>/dev/null || cd "$OLDPWD"
        mkdir -p a/b; echo 'new value' > a/b/app.json
        """),
    WatchScript(
      name: "a directory two levels up is renamed away and made anew", file: "a/b/c/app.json",
      before: "mkdir -p a/b/c; echo old > a/b/c/app.json",
      action: "mv a a.old; mkdir -p a/b/c; echo 'new value' > a/b/c/app.json"),
    WatchScript(
      name: "directories are exchanged",
      before: "mkdir conf other; echo old > conf/app.json; echo 'new value' > other/app.json",
      action: """
        python3 -c 'import ctypes; libc = ctypes.CDLL(None); \
        exit(libc.renameat2(-100, b"other", -100, b"conf", 2))'
        """, tools: ["python3"]),
    WatchScript(
      name: "mkdir -p and the file", file: "a/b/c/app.json", before: "true",
      action: "mkdir -p a/b/c; echo 'new value' > a/b/c/app.json"),
    WatchScript(
      name: "mv of a whole tree into place", file: "a/b/c/app.json", before: "true",
      action: "mkdir -p n/b/c; echo 'new value' > n/b/c/app.json; mv n a"),
    WatchScript(
      name: "a file gives way to a directory", file: "a/app.json", before: "echo x > a",
      action: "rm a; mkdir a; echo 'new value' > a/app.json"),
    WatchScript(
      name: "a link of the path leads in a circle and is mended", file: "loop/app.json",
      before: "ln -s loop loop; mkdir conf; echo 'new value' > conf/app.json",
      action: "ln -sfn conf loop"),
  ]

  private static let linkBefore = """
    mkdir conf store; echo old > store/a; ln -s ../store/a conf/app.json
    """

  private static let gitBefore = """
    mkdir conf; cd conf; git init -q -b old; git config user.email a; git config user.name a
    echo old > app.json; git add .; git commit -qm old
    git checkout -q -b new; echo 'new value' > app.json; git commit -qam new; git checkout -q old
    """

  private static let neovim =
    "nvim -u NONE -i NONE -es -c '%s/old/new value/' -c wq conf/app.json"

  /// Outside the temporary directory, where editors behave differently.
  private static func vim(_ setting: String) -> String {
    "vim -N -u NONE -i NONE -es -c '\(setting)' -c '%s/old/new value/' -c wq conf/app.json"
  }
}
