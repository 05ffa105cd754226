import ErosTestSupport
import Foundation
import Testing

@Suite("eros keys", .temporaryFolder)
struct KeysCommandTests {
  private static let passphrase = "correct horse battery"

  private func text(_ name: String) throws -> String {
    String(decoding: try TemporaryFolder.ofTest().read(name), as: UTF8.self)
  }

  /// Returns the part of a private key's PEM document that depends on the key.
  private func secret(_ name: String) throws -> String {
    String(try text(name).split(separator: "\n")[1].suffix(40))
  }

  @Test("new writes a key pair, and show prints the same ID for both files")
  func pair() async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await eros("keys", "new", "ci", "--output", "keys", "--json", in: folder)
    #expect(created.status == 0, "\(created)")
    let json = try created.json()
    let id = try #require(json["keyID"] as? String)
    #expect(id.wholeMatch(of: #/[0-9a-f]{64}/#) != nil)
    #expect(json["privateKey"] as? String == "keys/ci.key")
    #expect(json["publicKey"] as? String == "keys/ci.pub")
    #expect(json["algorithm"] as? String == "ed25519")
    #expect(json["encrypted"] as? Bool == false)
    for name in ["keys/ci.key", "keys/ci.pub"] {
      let shown = try await eros("keys", "show", name, "--json", in: folder)
      #expect(try shown.json()["keyID"] as? String == id)
      #expect(try shown.json()["private"] as? Bool == name.hasSuffix(".key"))
      #expect(try shown.json()["signerWorks"] is NSNull)
    }
    let plain = try await eros(
      "keys", "show", "env:KEY", in: folder, environment: ["KEY": try text("keys/ci.key")])
    #expect(
      plain.standardOutput == "key ID  \(id)\nkind    private key, not encrypted, ed25519\n")
    let second = try await eros("keys", "new", "ci", "--output", "keys", in: folder)
    #expect(second.status == 73)
    #expect(second.standardError.contains("error: 'keys/ci.key' already exists"))
  }

  @Test("the passphrase comes from the environment")
  func passphrase() async throws {
    let folder = try TemporaryFolder.ofTest()
    let environment = ["EROS_KEY_PASSPHRASE": Self.passphrase]
    let created = try await eros(
      "keys", "new", "root", "--passphrase", "--json", in: folder, environment: environment)
    #expect(created.status == 0, "\(created)")
    let id = try created.json()["keyID"] as? String
    #expect(try text("root.key").hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----\n"))
    let locked = try await eros("keys", "show", "root.key", "--json", in: folder)
    #expect(locked.status == 0)
    #expect(try locked.json()["keyID"] is NSNull)
    #expect(try locked.json()["encrypted"] as? Bool == true)
    let unlocked = try await eros(
      "keys", "show", "root.key", "--json", in: folder, environment: environment)
    #expect(try unlocked.json()["keyID"] as? String == id)
    let wrong = try await eros(
      "keys", "show", "root.key", in: folder, environment: ["EROS_KEY_PASSPHRASE": "wrong"])
    #expect(wrong.status == 65)
    #expect(wrong.standardError.contains("error: EROS_KEY_PASSPHRASE does not open 'root.key'"))
    let unknown = try await eros("keys", "show", "root.key", "--passphrase", in: folder)
    #expect(unknown.status == 66, "no terminal, so the request cannot be met")
    #expect(unknown.standardOutput.isEmpty)
    let none = try await eros("keys", "new", "other", "--passphrase", in: folder)
    #expect(none.status == 66)
    #expect(none.standardError.contains("hint: set EROS_KEY_PASSPHRASE"))
    let unused = try await eros("keys", "new", "other", "-q", in: folder, environment: environment)
    #expect(unused.status == 64)
    #expect(
      unused.standardError.contains("EROS_KEY_PASSPHRASE is set, but --passphrase is missing"))
    #expect(try folder.names(in: ".") == ["root.key", "root.pub"])
    let empty = ["EROS_KEY_PASSPHRASE": ""]
    let unset = try await eros(
      "keys", "new", "weak", "--passphrase", in: folder, environment: empty)
    #expect(unset.status == 66, "an empty variable is not set")
    let plain = try await eros("keys", "new", "plain", in: folder, environment: empty)
    #expect(plain.status == 0)
    // A name is checked before a passphrase is requested.
    let existing = try await eros("keys", "new", "root", "--passphrase", in: folder)
    #expect(existing.status == 73)
    let badName = try await eros("keys", "new", "a b", "--passphrase", in: folder)
    #expect(badName.status == 64)
    #expect(!badName.standardError.contains("a b"), "it can be a passphrase")
  }

  @Test("a passphrase in the environment is compared by its bytes", .needs("python3"))
  func passphraseBytes() async throws {
    let folder = try TemporaryFolder.ofTest()
    let program = """
      import os, subprocess, sys
      environment = dict(os.environb, EROS_KEY_PASSPHRASE=bytes.fromhex(sys.argv[1]))
      sys.exit(subprocess.run(sys.argv[2:], env=environment).returncode)
      """
    func run(_ passphrase: [UInt8], _ arguments: String...) async throws -> ToolResult {
      let digits = passphrase.map { String(format: "%02x", $0) }.joined()
      return try await runTool(
        "python3", ["-c", program, digits, Tool.built("eros"), "keys"] + arguments,
        in: folder.path("."))
    }
    let words = Array(Self.passphrase.utf8)
    for other in [
      words + [0xFF], words + [10, 10], [10] + words, [UInt8](repeating: 97, count: 1025),
    ] {
      let result = try await run(other, "new", "a", "--passphrase")
      #expect(result.status == 64, "\(result)")
      #expect(result.standardError.hasPrefix("error: EROS_KEY_PASSPHRASE "), "\(result)")
    }
    let created = try await run(words + [10], "new", "a", "--passphrase")
    #expect(created.status == 0, "\(created)")
    #expect(created.standardOutput.contains("a.key, encrypted with EROS_KEY_PASSPHRASE: "))
    #expect(try await run(words, "show", "a.key").status == 0)
    #expect(try await run(words + [0xFE], "show", "a.key").status == 64)
  }

  @Test(
    "a pair whose report cannot be printed is mentioned",
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "needs /dev/full"))
  func full() async throws {
    let folder = try TemporaryFolder.ofTest()
    let result = try await runTool(
      "sh", ["-c", "'\(Tool.built("eros"))' keys new a -q --json > /dev/full"],
      in: folder.path("."))
    #expect(result.status == 74, "\(result)")
    #expect(
      result.standardError.contains("the key pair was created: 'a.key', 'a.pub'"), "\(result)")
    #expect(try folder.names(in: ".") == ["a.key", "a.pub"])
  }

  @Test("the passphrase is asked for twice on a terminal, and not shown", .needs("python3"))
  func terminal() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      import os, pty, sys, time
      # Answers each question of the command on a terminal and prints what the terminal showed.
      answers = sys.argv[1].split(",")
      pid, terminal = pty.fork()
      if pid == 0:
          os.execv(sys.argv[2], sys.argv[2:])
      shown = b""
      while True:
          try:
              part = os.read(terminal, 1000)
          except OSError:
              break
          if not part:
              break
          shown += part
          if part.endswith(b": ") and answers:
              # A pause shows whether the terminal is stopped.
              try:
                  for text in answers.pop(0).encode().decode("unicode_escape").split("|"):
                      os.write(terminal, text.encode("latin-1"))
                      time.sleep(0.2)
                  os.write(terminal, b"\\n")
              except OSError:
                  pass  # The command has ended.
      status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
      sys.stdout.buffer.write(shown)
      sys.exit(status)
      """, to: "terminal.py")
    func run(_ responses: String, _ arguments: String...) async throws -> ToolResult {
      try await runTool(
        "python3", ["terminal.py", responses, Tool.built("eros"), "keys"] + arguments,
        in: folder.path("."), environment: ["NO_COLOR": "1"])
    }
    let words = Self.passphrase
    let created = try await run("\(words),\(words)", "new", "root", "--passphrase")
    #expect(created.status == 0, "\(created)")
    #expect(!created.standardOutput.contains("correct"))
    let shown = try await run(words, "show", "root.key", "--passphrase")
    #expect(shown.standardOutput.contains(#/key ID +[0-9a-f]{64}/#), "\(shown)")
    #expect(!shown.standardOutput.contains("correct"))
    let different = try await run("\(words),\(words)!", "new", "other", "--passphrase")
    #expect(different.status == 64)
    #expect(different.standardOutput.contains("the two passphrases differ"))
    let weak = try await run("short", "new", "other", "--passphrase")
    #expect(weak.status == 64)
    let empty = try await run("", "new", "other", "--passphrase")
    #expect(empty.status == 64)
    let ended = try await run(#"\x04"#, "show", "root.key", "--passphrase")
    #expect(ended.status == 64)
    #expect(ended.standardOutput.contains("no passphrase was entered"), "\(ended)")
    let long = try await run(
      String(repeating: "a", count: 1025), "show", "root.key", "--passphrase")
    #expect(long.status == 64)
    #expect(long.standardOutput.contains("the passphrase is longer than 1024 bytes"), "\(long)")
    // Ctrl-Z does not stop the command, after which a shell would show the input.
    let stopped = try await run(#"\x1a|"# + words, "show", "root.key", "--passphrase")
    #expect(stopped.status == 0, "\(stopped)")
    #expect(!stopped.standardOutput.contains("correct"))
    // The question is visible without standard error.
    let quiet = try await runTool(
      "python3",
      [
        "terminal.py", words, "/bin/sh", "-c",
        "exec '\(Tool.built("eros"))' keys show root.key --passphrase 2> /dev/null",
      ], in: folder.path("."))
    #expect(quiet.status == 0, "\(quiet)")
    #expect(quiet.standardOutput.contains("Passphrase of root.key: "), "\(quiet)")
    #expect(try folder.names(in: ".") == ["root.key", "root.pub", "terminal.py"])
  }

  @Test("an open key file is refused with the command to run, also with --json")
  func permissions() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("keys", "new", "ci", in: folder)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o644], ofItemAtPath: folder.path("ci.key"))
    let result = try await eros("keys", "show", "ci.key", "--json", in: folder)
    #expect(result.status == 65)
    #expect(result.standardError.contains("hint: run `chmod 600 ci.key`"))
    let error = try #require(try result.json()["error"] as? [String: Any])
    #expect(error["remedy"] as? String == "run `chmod 600 ci.key`")
  }

  @Test("of several processes that create a key at once, one succeeds with files that match")
  func race() async throws {
    let folder = try TemporaryFolder.ofTest()
    for round in 0..<5 {
      let name = "a\(round)"
      let results = try await withThrowingTaskGroup(of: ToolResult.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await runTool(
              Tool.built("eros"), ["keys", "new", name, "--json"], in: folder.path("."))
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      let created = results.filter { $0.status == 0 }
      #expect(created.count == 1)
      #expect(results.count { $0.status == 73 } == 7)
      let id = try #require(created.first?.json()["keyID"] as? String)
      for file in ["\(name).key", "\(name).pub"] {
        let shown = try await eros("keys", "show", file, "--json", in: folder)
        #expect(try shown.json()["keyID"] as? String == id, "\(file)")
      }
    }
    #expect(try folder.names(in: ".").count == 10)
  }

  @Test("a signing command is tested", .needs("openssl"))
  func signer() async throws {
    let folder = try TemporaryFolder.ofTest()
    let created = try await eros("keys", "new", "kms", "--json", in: folder)
    let id = try #require(try created.json()["keyID"] as? String)
    try folder.write(
      """
      #!/bin/sh
      message=$(mktemp); cat > "$message"
      sig=$(openssl pkeyutl -sign -rawin -inkey kms.key -in "$message" | od -An -v -tx1 | tr -d ' \\n')
      rm "$message"
      echo "{\\"keyid\\": \\"\(id)\\", \\"sig\\": \\"$sig\\"}"
      """, to: "sign.sh")
    let works = try await eros(
      "keys", "show", "kms.pub", "--signer", "sh sign.sh", "--json", in: folder)
    #expect(works.status == 0, "\(works)")
    #expect(try works.json()["signerWorks"] as? Bool == true)
    let lies = try await eros(
      "keys", "show", "kms.pub", "--signer", "echo '{\"keyid\": \"\(id)\", \"sig\": \"00\"}'",
      in: folder)
    #expect(lies.status == 65)
    // Without the public key, the command cannot be tested.
    let locked = try await eros(
      "keys", "new", "root", "--passphrase", in: folder,
      environment: ["EROS_KEY_PASSPHRASE": Self.passphrase])
    #expect(locked.status == 0, "\(locked)")
    let untested = try await eros("keys", "show", "root.key", "--signer", "false", in: folder)
    #expect(untested.status == 66)
    #expect(!untested.standardOutput.contains("works"))
    let blank = try await eros("keys", "show", "kms.pub", "--signer", "", in: folder)
    #expect(blank.status == 64)
    let fails = try await eros("keys", "show", "kms.pub", "--signer", "exit 7", in: folder)
    #expect(fails.status == 69)
    #expect(fails.standardError.contains("the signing command 'exit 7' ended with status 7"))
  }

  @Test("an interruption kills the signing command", .needs("python3"))
  func interruption() async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("keys", "new", "kms", in: folder)
    try folder.write(
      """
      import os, signal, subprocess, sys, time
      tool = subprocess.Popen(sys.argv[1:])
      while not os.path.exists("pid") or not open("pid").read().strip():
          time.sleep(0.02)
      tool.send_signal(signal.SIGTERM)
      tool.wait(20)
      group = int(open("pid").read())
      for _ in range(100):
          try:
              os.killpg(group, 0)
          except ProcessLookupError:
              sys.exit(0)
          time.sleep(0.05)
      sys.exit(1)
      """, to: "interrupt.py")
    let result = try await runTool(
      "python3",
      [
        "interrupt.py", Tool.built("eros"), "keys", "show", "kms.pub", "--signer",
        "echo $$ > pid; sleep 50; true",
      ], in: folder.path("."))
    #expect(result.status == 0, "\(result)")
    #expect(result.standardError.contains("interrupted"))
  }

  @Test("a key is in no output, error or argument of a process")
  func hidden() async throws {
    let folder = try TemporaryFolder.ofTest()
    // Not that of other tests, whose processes are listed too.
    let passphrase = "hidden horse battery"
    let environment = ["EROS_KEY_PASSPHRASE": passphrase]
    _ = try await eros("keys", "new", "a", in: folder)
    _ = try await eros("keys", "new", "b", "--passphrase", in: folder, environment: environment)
    let secrets = [try secret("a.key"), try secret("b.key"), passphrase]
    let key = try text("a.key")
    try folder.write(key + key, to: "twice.key")
    try folder.write(key.replacing("PRIVATE", with: "RSA PRIVATE"), to: "rsa.key")
    try folder.write(String(key.dropLast(40)), to: "short.key")
    for name in ["twice.key", "rsa.key", "short.key"] {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: folder.path(name))
    }
    let seen = "ps -eo args > ps; tr '\\0' '\\n' < /proc/self/environ > env; exit 1"
    let arguments = [
      ["a.key"], ["b.key"], ["env:KEY"], [key], ["env:\(key)"], ["a.key", "--signer", key],
      ["a.key", "--passphrase=\(passphrase)"], ["a.key", "--passphrase", passphrase],
      ["twice.key"], ["rsa.key"], ["short.key"], ["a.pub"],
      ["a.key", "--signer", seen], ["b.key", "--signer", seen], ["env:KEY", "--signer", seen],
    ]
    for arguments in arguments {
      for json in [[], ["--json"]] {
        let result = try await runTool(
          Tool.built("eros"), ["keys", "show"] + arguments + json, in: folder.path("."),
          environment: environment.merging(["KEY": key]) { $1 })
        let seen = try ["ps", "env"].filter { try folder.names(in: ".").contains($0) }
          .map { try text($0) }
        for text in [result.standardOutput, result.standardError] + seen {
          for secret in secrets { #expect(!text.contains(secret), "\(arguments)") }
        }
      }
    }
    #expect(try folder.names(in: ".").contains("ps"))
    let new = try await eros("keys", "new", "--passphrase", passphrase, "c", in: folder)
    #expect(new.status == 64)
    #expect(!new.standardError.contains(passphrase))
  }

  @Test(
    "a process that reads a key writes no core", .needs("python3"),
    arguments: [SIGABRT, SIGSEGV])
  func noCore(signal: Int32) async throws {
    let folder = try TemporaryFolder.ofTest()
    _ = try await eros("keys", "new", "a", in: folder)
    // The signing command is a child of the process that holds the key, and kills it.
    let signer = """
      cp /proc/$PPID/limits limits; kill -\(signal) $PPID; sleep 1
      """
    // The test process may block signals, which its child processes inherit.
    let launcher = """
      import os, resource, signal, sys
      hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
      resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execv(sys.argv[1], sys.argv[1:])
      """
    let result = try await runTool(
      "python3",
      ["-c", launcher, Tool.built("eros"), "keys", "show", "a.key", "--signer", signer],
      in: folder.path("."))
    #expect(result.status == signal || result.status == 128 + signal, "\(result)")
    #if os(Linux)
    #expect(try text("limits").contains(#/Max core file size +0 +0 /#))
    #endif
    let names = try folder.names(in: ".")
    #expect(!names.contains { $0.hasPrefix("core") }, "\(names)")
    #expect(!result.standardError.contains("Backtrac"), "the runtime prints no memory")
  }

  @Test("a process that asks for a passphrase writes no core", .needs("python3"))
  func noCoreOfPassphrase() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      import os, pty, resource, signal, sys
      hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
      resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
      pid, terminal = pty.fork()
      if pid == 0:
          signal.pthread_sigmask(signal.SIG_SETMASK, [])
          os.execv(sys.argv[1], sys.argv[1:])
      shown, questions = b"", 0
      while True:
          try:
              part = os.read(terminal, 1000)
          except OSError:
              break
          if not part:
              break
          shown += part
          if part.endswith(b": "):
              questions += 1
              if os.path.exists("/proc/self/limits"):
                  limits = open(f"/proc/{pid}/limits").read()
                  print(*[line for line in limits.splitlines() if "core" in line])
              if questions == 2:
                  os.kill(pid, signal.SIGQUIT)
                  break
              os.write(terminal, b"correct horse battery\\n")
      status = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
      print("status", status, "questions", questions)
      """, to: "quit.py")
    let result = try await runTool(
      "python3", ["quit.py", Tool.built("eros"), "keys", "new", "a", "--passphrase"],
      in: folder.path("."))
    #expect(
      result.standardOutput.hasSuffix("status -\(SIGQUIT) questions 2\n"), "\(result)")
    #if os(Linux)
    #expect(
      result.standardOutput.matches(of: #/Max core file size +0 +0 /#).count == 2, "\(result)")
    #endif
    #expect(try folder.names(in: ".") == ["quit.py"])
  }
}
