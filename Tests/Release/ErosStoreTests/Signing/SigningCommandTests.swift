import ErosCore
import ErosCrypto
import ErosFiles
import ErosProcess
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("Signing commands", .temporaryFolder)
struct SigningCommandTests {
  private static let message = Array("{\"signed\":1}".utf8)
  private static let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]

  private func signer(
    _ command: String, _ key: PublicKey, environment: [String: String] = path,
    timeout: TimeLength = .seconds(20)
  ) -> SigningCommand {
    SigningCommand(command, publicKey: key, environment: environment, timeout: timeout)
  }

  private func response(_ key: PublicKey, _ signature: [UInt8]) throws -> String {
    let digits = signature.hexadecimalText
    return "{\"keyid\": \"\(try key.trustKeyID())\", \"sig\": \"\(digits)\"}"
  }

  @Test("a key in memory and a command with the same key give the same signature")
  func signs() throws {
    let key = try SigningKey.generate()
    let signature = try key.sign(Self.message)
    let signers: [any MetadataSigner] = [
      key,
      signer("cat > /dev/null; echo '\(try response(key.publicKey, signature))'", key.publicKey),
      signer("printf '%s\\r\\n' '\(try response(key.publicKey, signature))'", key.publicKey),
    ]
    for signer in signers { #expect(try signer.sign(Self.message) == signature) }
  }

  @Test("the example of docs/trust.md signs with openssl", .needs("openssl"))
  func example() throws {
    let folder = try TemporaryFolder.ofTest()
    let page = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/trust.md"), encoding: .utf8)
    let example = try #require(page.firstMatch(of: #/(?s)```sh\n(#!/bin/sh\n.*?)```/#)).1
    let pair = try KeyPair.create("online", in: folder.path("keys"), passphrase: nil)
    let script = example.replacing("keys/online.key", with: pair.privatePath)
      .replacing("KEY ID", with: try pair.publicKey.trustKeyID())
    try folder.write(String(script), to: "sign")
    for message in [Self.message, [UInt8](repeating: 10, count: 300_000)] {
      let signature = try signer("sh \(folder.path("sign"))", pair.publicKey).sign(message)
      #expect(try pair.publicKey.isValid(signature, for: message))
    }
    #expect(try folder.names(in: ".") == ["keys", "sign"])
  }

  @Test("the command gets the exact bytes on standard input")
  func input() throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try SigningKey.generate()
    let message = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    let text = try response(key.publicKey, key.sign(message))
    try folder.write(text, to: "answer")
    _ = try signer(
      "cat > \(folder.path("input")); cat \(folder.path("answer"))", key.publicKey
    ).sign(message)
    #expect(try folder.read("input") == message)
  }

  @Test("a command that does not read its input can still sign")
  func closedInput() throws {
    let key = try SigningKey.generate()
    let message = [UInt8](repeating: 1, count: 1_000_000)
    let text = try response(key.publicKey, key.sign(message))
    _ = try signer("exec < /dev/null; echo '\(text)'", key.publicKey).sign(message)
  }

  @Test("a write to a command that has ended does not kill the process")
  func brokenPipe() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let result = try ChildProcess.run(
        "/bin/sh", ["-c", "exec < /dev/null; sleep 0.2"], environment: .empty,
        input: [UInt8](repeating: 1, count: 1_000_000), timeout: .seconds(20))
      guard result.status == 0 else { exit(1) }
    }
  }

  @Test("every wrong response and every failure has its own error and exit status")
  func failures() throws {
    let key = try SigningKey.generate()
    let other = try SigningKey.generate()
    let id = try key.publicKey.trustKeyID()
    let otherID = try other.publicKey.trustKeyID()
    let valid = try response(key.publicKey, key.sign(Self.message))
    func error(_ command: String) -> KeyError? {
      #expect(throws: KeyError.self) { try signer(command, key.publicKey).sign(Self.message) }
    }
    func echo(_ text: String) -> String { "echo '\(text)'" }

    let forged = echo(try response(key.publicKey, other.sign(Self.message)))
    #expect(error(forged) == .signerInvalidSignature(forged))
    let stale = echo(try response(key.publicKey, key.sign([1])))
    #expect(error(stale) == .signerInvalidSignature(stale))
    for sig in ["00", String(repeating: "0", count: 128), String(repeating: "f", count: 130)] {
      let command = echo("{\"keyid\": \"\(id)\", \"sig\": \"\(sig)\"}")
      #expect(error(command) == .signerInvalidSignature(command))
    }
    let wrongKey = echo(try response(other.publicKey, other.sign(Self.message)))
    #expect(error(wrongKey) == .signerOtherKey(wrongKey, expected: id, found: otherID))
    for empty in ["true", "echo", "printf ' \\n\\n'"] {
      #expect(error(empty) == .signerNoOutput(empty))
    }
    let twice = echo(valid) + ";" + echo(valid)
    #expect(error(twice) == .signerExcessOutput(twice, limit: nil))
    let verbose = echo("Signing…") + ";" + echo(valid)
    #expect(error(verbose) == .signerExcessOutput(verbose, limit: nil))
    #expect(error("yes") == .signerExcessOutput("yes", limit: 65536))
    for text in [
      "ok", "{", "[]", "\"x\"", "{}", "{\"keyid\": 1}", "{\"keyid\": \"\(id)\"}",
      "{\"keyid\": \"\(id)\", \"sig\": \"\"}", "{\"keyid\": \"\(id)\", \"sig\": \"0\"}",
      "{\"keyid\": \"\(id)\", \"sig\": \"zz\"}", valid + valid,
      "{\"keyid\": \"\(id)\", \"keyid\": \"\(id)\", \"sig\": \"00\"}",
    ] {
      guard case .signerMalformedOutput = error(echo(text)) else {
        Issue.record("\(text)")
        continue
      }
    }
    for (text, detail) in [
      ("{}", "it does not have 'keyid'"), ("{\"keyid\": \"\(id)\"}", "it does not have 'sig'"),
      ("{\"keyid\": \"\(id)\", \"keyid\": \"\(id)\"}", "a member occurs twice"),
    ] {
      let expected = KeyError.signerMalformedOutput(echo(text), detail: Message(verbatim: detail))
      #expect(error(echo(text)) == expected)
    }
    let failed = error("echo out; printf 'no \\033[31mHSM\\n' >&2; exit 3")
    #expect(failed?.problem.hasSuffix(#"ended with status 3: no \u{1b}[31mHSM"#) == true)
    for error in [failed, error("exit 1"), error("no-such-program"), error("kill -9 $$")] {
      #expect(error?.exitStatus == .unavailable)
    }
    for command in [forged, wrongKey, "true", twice, "echo x"] {
      let error = error(command)
      #expect(error?.exitStatus == .badData)
      #expect(error?.remedy?.isEmpty == false)
      #expect(error?.problem.contains(String(command.prefix(10))) == true)
    }
    let long = error("exit 5 # " + String(repeating: "x", count: 10_000))
    #expect(long.map { $0.problem.description.count < 400 } == true)
    let noisy = error("head -c 1000000 /dev/zero >&2; exit 1")
    #expect(noisy.map { $0.problem.description.count < 700 } == true)
    let cut = error("printf '%01000dend' 0 >&2; exit 1")
    #expect(cut?.problem.contains(": …00") == true)
    #expect(cut?.problem.hasSuffix("00end") == true)
    #expect(error("printf 'a\nb\n' >&2; exit 1")?.problem.hasSuffix(": a; b") == true)
    for (command, hint) in [
      ("no-such-program", "is installed"), ("/", "chmod +x"), ("kill -9 $$", "signal 9"),
    ] {
      #expect(error(command)?.remedy?.contains(hint) == true, "\(command)")
    }
    // The command itself is shown, so it must not contain the marker.
    let leak = error("printf -- '-----BEGIN %s KEY-----%s4\\n' PRIVATE MC >&2; exit 1")
    #expect(leak?.problem.contains("MC4") == false)
    #expect(leak?.problem.contains("not shown") == true)
  }

  @Test("a command that does not end is killed with its children")
  func timeout() throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try SigningKey.generate()
    for command in [
      "sleep 30", "(sleep 30; touch late) & sleep 30", "exec > /dev/null 2>&1; sleep 30",
      "trap '' TERM INT HUP; sleep 30", "echo '{'; cat > /dev/null; sleep 30",
    ] {
      let started = ContinuousClock.now
      let text = "echo $$ > pid; echo waiting >&2; \(command)"
      let error = #expect(throws: KeyError.self) {
        try signer(
          "cd \(folder.path(".")); \(text)", key.publicKey, timeout: .milliseconds(1000)
        ).sign(Self.message)
      }
      #expect(error?.exitStatus == .unavailable)
      #expect(error?.problem.hasSuffix("did not end within 1 s and was killed: waiting") == true)
      #expect(ContinuousClock.now - started < .seconds(15))
      let pid = try #require(
        pid_t(
          String(decoding: try folder.read("pid"), as: UTF8.self).trimmingCharacters(
            in: .whitespacesAndNewlines)))
      // A killed child of the shell exists until the first process of the system notices its end.
      for _ in 0..<200 where kill(-pid, 0) == 0 { usleep(20_000) }
      #expect(kill(-pid, 0) == -1, "the process group has ended")
    }
  }

  @Test(
    "a response counts when the command ends, even if a background process keeps its output open")
  func backgroundProcess() throws {
    let key = try SigningKey.generate()
    let signature = try key.sign(Self.message)
    let started = ContinuousClock.now
    let command = "sleep 20 & echo '\(try response(key.publicKey, signature))'"
    #expect(try signer(command, key.publicKey).sign(Self.message) == signature)
    #expect(ContinuousClock.now - started < .seconds(15))
  }

  @Test("the environment of the command has neither a key nor a passphrase")
  func environment() throws {
    let folder = try TemporaryFolder.ofTest()
    let key = try SigningKey.generate()
    let text = String(decoding: try key.pem(passphrase: nil), as: UTF8.self)
    let environment = [
      "PATH": Self.path["PATH"] ?? "", "AWS_REGION": "eu", "CI_KEY": text,
      "ESCAPED": text.replacing("\n", with: "\\n"), "EROS_KEY_PASSPHRASE": "correct horse",
    ]
    let response = try response(key.publicKey, key.sign(Self.message))
    _ = try signer(
      "env > \(folder.path("env")); tr '\\0' ' ' < /proc/$$/cmdline > \(folder.path("args")); echo '\(response)'",
      key.publicKey, environment: environment
    ).sign(Self.message)
    let seen = String(decoding: try folder.read("env"), as: UTF8.self)
    #expect(seen.contains("AWS_REGION=eu"))
    let arguments = String(decoding: try folder.read("args"), as: UTF8.self)
    #expect(arguments.contains("/bin/sh -c env"))
    for text in [seen, arguments] {
      #expect(!text.contains("PRIVATE") && !text.contains("correct") && !text.contains("CI_KEY"))
    }
  }

  @Test("the signature of a command with an ECDSA key is verified", .needs("openssl"))
  func ecdsa() async throws {
    let folder = try TemporaryFolder.ofTest()
    for arguments in [
      ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "k"],
      ["pkey", "-in", "k", "-pubout", "-out", "p"],
    ] {
      let result = try await runTool("openssl", arguments, in: folder.path("."))
      try #require(result.status == 0, "\(result)")
    }
    let key = try PublicKey(pem: String(decoding: try folder.read("p"), as: UTF8.self))
    let script = """
      sig=$(openssl dgst -sha256 -sign \(folder.path("k")) | od -An -v -tx1 | tr -d ' \\n')
      echo "{\\"keyid\\": \\"\(try key.trustKeyID())\\", \\"sig\\": \\"$sig\\"}"
      """
    let signature = try signer(script, key).sign(Self.message)
    #expect(try key.isValid(signature, for: Self.message))
  }
}
