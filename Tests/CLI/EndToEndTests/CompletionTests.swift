import ErosTestSupport
import Foundation
import Testing

/// Runs each shell to complete command lines.
@Suite(
  "Shell completions", .temporaryFolder, .needs("bash", "zsh", "fish"))
struct CompletionTests {
  @Test("commands are offered, even if a folder has the same name", arguments: Shell.allCases)
  func commands(shell: Shell) async throws {
    let project = try await Project(shell)
    let all = try await project.offered(after: "eros ")
    #expect(Set(all).isSuperset(of: ["pack", "config", "generate", "status", "help"]))
    #expect(!all.contains("reference"))
    #expect(try await project.offered(after: "eros st").sorted() == ["stage", "status", "store"])
    #expect(try await project.offered(after: "eros conf").sorted() == ["config", "confirm"])
    #expect(
      try await project.commands(after: "eros config ") == [
        "decrypt", "encrypt", "schema", "show", "surface", "validate",
      ])
  }

  @Test("commands are offered after 'eros help'", arguments: Shell.allCases)
  func help(shell: Shell) async throws {
    let project = try await Project(shell)
    let all = try await project.commands(after: "eros help ")
    #expect(Set(all).isSuperset(of: ["pack", "release", "store"]))
    #expect(!all.contains("reference"))
    #expect(try await project.commands(after: "eros help conf") == ["config", "confirm"])
    #expect(
      try await project.commands(after: "eros help config ") == [
        "decrypt", "encrypt", "schema", "show", "surface", "validate",
      ])
    #expect(try await project.commands(after: "eros help store br") == ["brake"])
    #expect(
      try await project.commands(after: "eros help store brake ") == [
        "add", "lift", "remove", "set", "show",
      ])
    #expect(try await project.commands(after: "eros help pack ") == [])
  }

  @Test("options and their values are offered", arguments: Shell.allCases)
  func options(shell: Shell) async throws {
    let project = try await Project(shell)
    #expect(try await project.offered(after: "eros pack --fo") == ["--follow-symlinks"])
    let levels = ["best", "default", "fast"]
    #expect(try await project.offered(after: "eros pack --level ").sorted() == levels)
    #expect(try await project.offered(after: "eros bump ma") == ["major"])
    #expect(
      try await project.offered(after: "eros generate new ").sorted()
        == ["component", "embed-view", "module", "widget"])
  }

  @Test(
    "files with a matching extension and folders are offered", arguments: Shell.allCases)
  func files(shell: Shell) async throws {
    let project = try await Project(shell)
    let folders = ["config", "dist", "my box"]
    #expect(try await project.files(after: "eros verify ") == folders + ["new.zip", "old.zip"])
    #expect(try await project.files(after: "eros diff old.zip n") == ["new.zip"])
    #expect(
      try await project.files(after: "eros pack --config ")
        == (folders + ["eros.native.json"]).sorted())
    #expect(
      try await project.files(after: "eros install --manifest ") == folders + ["new.config"])
    #expect(try await project.files(after: "eros status --sandbox ") == folders)
  }

  @Test("the releases of the sandbox on the command line are offered", arguments: Shell.allCases)
  func releases(shell: Shell) async throws {
    let project = try await Project(shell)
    let release = try await project.install()
    for line in ["--sandbox 'my box' --to ", "--sandbox my\\ box --to "] {
      let offered = try await project.offered(after: "eros rollback " + line)
      #expect(offered == ["previous", "embedded", release], "\(line)")
    }
    let prefixed = try await project.offered(after: "eros rollback --sandbox 'my box' --to em")
    #expect(prefixed == ["embedded"])
    let none = try await project.offered(after: "eros rollback --sandbox dist --to ")
    #expect(none == ["previous", "embedded"])
    #expect(try await project.offered(after: "eros templates show Eros").count > 3)
    #expect(try await project.offered(after: "eros generate --disable W01").contains("W016"))
  }

  @Test("branches are offered for --base", arguments: Shell.allCases)
  func branches(shell: Shell) async throws {
    let project = try await Project(shell)
    for arguments in [
      ["init", "-q", "-b", "trunk"], ["add", "."],
      ["-c", "user.name=a", "-c", "user.email=a@a", "commit", "-qm", "a"], ["branch", "work"],
    ] {
      let result = try await runTool("git", arguments, in: project.folder.path("."))
      try #require(result.status == 0, "\(result)")
    }
    #expect(
      try await project.offered(after: "eros check --base ").sorted() == ["trunk", "work"])
  }
}

/// A shell with completions.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The result of `eros completion`, which takes seconds in a debug build; each shell's is generated once.
  var erosCompletions: ToolResult {
    get async throws {
      let result =
        switch self {
        case .bash: Self.bashCompletions
        case .zsh: Self.zshCompletions
        case .fish: Self.fishCompletions
        }
      return try await result.value
    }
  }

  private static let bashCompletions = generation(of: .bash)
  private static let zshCompletions = generation(of: .zsh)
  private static let fishCompletions = generation(of: .fish)

  private static func generation(of shell: Shell) -> Task<ToolResult, any Error> {
    Task { try await runTool(Tool.built("eros"), ["completion", shell.rawValue]) }
  }

  /// A shell script that prints the completions of the command line `$LINE`, one per line.
  var completionScript: String {
    switch self {
    case .bash:
      #"""
      . ./completions
      # Like Readline, breaks words at spaces and keeps quotes.
      words=(); word=''; quote=''; escaped=''
      for ((i = 0; i < ${#LINE}; i++)); do
        c=${LINE:i:1}
        if [[ $escaped ]]; then word+=$c; escaped=''
        elif [[ $c == \\ && $quote != "'" ]]; then word+=$c; escaped=1
        elif [[ $quote ]]; then word+=$c; [[ $c == "$quote" ]] && quote=''
        elif [[ $c == [\'\"] ]]; then word+=$c; quote=$c
        elif [[ $c == ' ' ]]; then [[ $word ]] && words+=("$word"); word=''
        else word+=$c; fi
      done
      words+=("$word")
      COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
      COMP_LINE=$LINE COMP_POINT=${#LINE} COMPREPLY=()
      _eros eros "$word" "${words[COMP_CWORD - 1]}"
      printf '%s\n' "${COMPREPLY[@]}"
      """#
    case .zsh:
      #"""
      zmodload zsh/zpty
      zpty child zsh -f -i
      zpty -w child 'PROMPT= RPROMPT=; stty -echo; unsetopt zle_bracketed_paste'
      zpty -w child 'autoload -Uz compinit && compinit -u -d "$DUMP"; source ./completions'
      zpty -w child '
      offered() { print -n -- "<<<" }
      ended() { print -n -- ">>>"; exit 0 }
      compprefuncs=(offered); comppostfuncs=(ended)
      compadd() {
        local -i end=${argv[(i)(-|--)]}
        if [[ " ${argv[1,end]} " == *" "-(O|A|D)* ]]; then builtin compadd "$@"; return; fi
        local -a hits; builtin compadd -A hits "$@"; (( $#hits )) && print -rl -- "${(@Q)hits}"
        builtin compadd "$@"
      }
      bindkey "^I" complete-word; print READY'
      while zpty -r child line; do [[ $line == READY* ]] && break; done
      zpty -n -w child "$LINE"$'\t'
      while zpty -r child line; do out+=$line; [[ $out == *'>>>'* ]] && break; done
      out=${${out#*'<<<'}%%'>>>'*}
      print -r -- "${out//$'\r'/}"
      """#
    case .fish:
      #"""
      # Outside an interactive shell, Fish 3 does not know the cursor position.
      function commandline
        contains -- -tC $argv; and string length -- "$(builtin commandline -ct)"
        or builtin commandline $argv
      end
      source ./completions; complete -C "$LINE"
      """#
    }
  }

  /// The options that disable the user's settings.
  var isolationOptions: [String] {
    switch self {
    case .bash: ["--norc", "--noprofile", "-c"]
    case .zsh: ["-f", "-c"]
    case .fish: ["--no-config", "-c"]
    }
  }
}

/// A small project, and a shell with the completions.
private struct Project {
  let shell: Shell
  let folder: TemporaryFolder

  init(_ shell: Shell) async throws {
    self.shell = shell
    folder = try TemporaryFolder.ofTest()
    try folder.writeApp()
    for name in ["old.zip", "new.zip", "new.config", "a.txt", "config/a.txt", "my box/a.txt"] {
      try folder.write("", to: name)
    }
    try await folder.write(shell.erosCompletions.standardOutput, to: "completions")
  }

  /// Installs the app into the sandbox, and returns the name of the release.
  func install() async throws -> String {
    let packed = try await eros("pack", "--output", "out", in: folder)
    try #require(packed.status == 0, "\(packed)")
    // A sandbox is created only in an empty folder.
    try FileManager.default.removeItem(atPath: folder.path("my box/a.txt"))
    let installed = try await eros(
      "install", "--sandbox", "my box", "--bundle", "out/bundle.zip", "--json", in: folder)
    return try #require(try installed.json()["release"] as? String)
  }

  /// Returns the completions after `line`.
  func offered(after line: String) async throws -> [String] {
    let result = try await run(shell.completionScript, line: line)
    return result.standardOutput.split(separator: "\n").map { line in
      // Fish adds a description.
      String(line.split(separator: "\t", omittingEmptySubsequences: false).first ?? "")
    }
  }

  /// Returns the completions without options and duplicates, sorted.
  func commands(after line: String) async throws -> [String] {
    try await Set(offered(after: line).filter { !$0.hasPrefix("-") }).sorted()
  }

  /// Returns the completed paths, without the slash that some shells append to folders.
  func files(after line: String) async throws -> [String] {
    try await commands(after: line).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  func run(_ program: String, line: String) async throws -> ToolResult {
    let tool = URL(filePath: Tool.built("eros")).deletingLastPathComponent()
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return try await runTool(
      shell.rawValue, shell.isolationOptions + [program], in: folder.path("."),
      environment: [
        "LINE": line, "PATH": tool.path(percentEncoded: false) + ":" + path, "TERM": "dumb",
        "HOME": folder.path("."), "LC_ALL": "C.UTF-8",
        // The functions of zsh itself, which it lists once for all tests; a new version lists them again.
        "DUMP": Tool.builtWithTests("zcompdump"),
      ])
  }
}
