import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

@testable import ErosProcess

@Suite("Child processes")
struct ChildProcessTests {
  private func shell(_ script: String, limit: Int = 1 << 20) throws(FileError) -> ChildProcessResult
  {
    try ChildProcess.run(
      "sh", ["-c", script], environment: .empty.setting(["NAME": "of the child"]), limit: limit)
  }

  @Test("the result has both outputs and the exit status")
  func result() throws {
    let result = try shell("printf '%s' \"$NAME\"; printf error >&2; exit 3")
    #expect(String(decoding: result.standardOutput, as: UTF8.self) == "of the child")
    #expect(String(decoding: result.standardError, as: UTF8.self) == "error")
    #expect(result.status == 3)
    #expect(try shell("kill -9 $$").status == 137)
    #expect(try shell("cat").standardOutput.isEmpty, "standard input is empty")
  }

  @Test("large output on both streams does not block the program")
  func both() throws {
    let result = try shell(
      "head -c 500000 /dev/zero >&2; head -c 500000 /dev/zero; head -c 500000 /dev/zero >&2")
    #expect(result.standardOutput.count == 500_000)
    #expect(result.standardError.count == 1_000_000)
  }

  @Test("a program with endless output is killed")
  func limit() {
    let error = #expect(throws: FileError.self) { try shell("yes", limit: 100_000) }
    #expect(error?.reason == .fileTooLarge)
  }

  @Test("a program has the default actions of signals")
  func signals() async {
    await #expect(processExitsWith: .success) {
      StandardStream.ignoreWriteSignals()
      Interruption.handleSignals { _, _ in }
      for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] {
        let child = try ChildProcess.run("sh", ["-c", "kill -\(signal) $$"], environment: .empty)
        guard child.status == 128 + signal else { exit(signal) }
      }
    }
  }

  @Test("input and output of any size do not block the program")
  func input() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let result = try ChildProcess.run("cat", [], environment: .empty, input: bytes)
    #expect(result.standardOutput == bytes)
    #expect(try ChildProcess.run("cat", [], environment: .empty, input: []).standardOutput.isEmpty)
    let unread = try ChildProcess.run(
      "sh", ["-c", "exec < /dev/null > /dev/null 2>&1; exit 3"], environment: .empty,
      input: bytes)
    #expect(unread.status == 3)
  }

  @Test("a program that does not end is killed with its children")
  func timeout() throws {
    for script in ["sleep 30", "sleep 30 & wait", "exec > /dev/null 2>&1; sleep 30"] {
      let result = try ChildProcess.run(
        "sh", ["-c", "echo started >&2; \(script)"], environment: .empty,
        timeout: .milliseconds(300))
      #expect(result.hasTimedOut)
      #expect(result.standardError == Array("started\n".utf8))
    }
    let result = try ChildProcess.run(
      "sh", ["-c", "exit 4"], environment: .empty, timeout: .seconds(20))
    #expect(result.status == 4)
  }

  @Test("a background process that keeps the outputs open does not delay the result")
  func backgroundProcess() throws {
    let started = ContinuousClock.now
    let result = try ChildProcess.run(
      "sh", ["-c", "sleep 15 & echo answer; exit 3"], environment: .empty, timeout: .seconds(30))
    #expect(ContinuousClock.now - started < .seconds(10))
    #expect(!result.hasTimedOut)
    #expect(result.status == 3)
    #expect(result.standardOutput == Array("answer\n".utf8))
  }

  @Test("relative folders of the search path are not searched")
  func relativeFolders() throws {
    #expect(ChildProcess.find("sh", searchPath: "bin:.::/nowhere:/bin:/usr/bin") == "/bin/sh")
    #expect(ChildProcess.find("sh", searchPath: ":.:bin") == nil)
    #expect(ChildProcess.find("sh", in: ["/usr/bin"], searchPath: "/bin") == "/usr/bin/sh")
    #expect(ChildProcess.find("./sh", searchPath: "") == "./sh", "a path is not searched")
    let environment = ChildEnvironment(["PATH": ".:/usr/bin::x:/bin"], keeping: [])
    #expect(environment.variables == ["PATH": "/usr/bin:/bin"])
  }

  @Test("a child gets no variable with a key, a passphrase or a token")
  func variables() {
    let pem = "-----BEGIN PRIVATE KEY-----\nMC4CAQ\n-----END PRIVATE KEY-----"
    let all = [
      "HOME": "/home/a", "LC_ALL": "C", "XDG_CONFIG_HOME": "/c", "LESS": "FRX", "LESSX": "1",
      "CHANNEL_KEY": pem, "EROS_KEY_PASSPHRASE": "secret", "AWS_SECRET_ACCESS_KEY": "secret",
      "GIT_DIR": "/x", "NPM_TOKEN": "secret",
    ]
    let git = ChildEnvironment(all, keeping: ["GIT_"]).variables
    #expect(git.keys.sorted() == ["GIT_DIR", "HOME", "LC_ALL", "XDG_CONFIG_HOME"])
    let command = ChildEnvironment(all, without: ["EROS_KEY_PASSPHRASE"]).variables
    #expect(Set(all.keys).subtracting(command.keys) == ["CHANNEL_KEY", "EROS_KEY_PASSPHRASE"])
    #expect(ChildEnvironment.empty.variables.isEmpty)
  }

  @Test("a missing program is an error")
  func missing() {
    let error = #expect(throws: FileError.self) {
      try ChildProcess.run("eros-no-such-program", [], environment: .empty)
    }
    #expect(error?.problem.hasPrefix("cannot run 'eros-no-such-program'") == true)
    #expect(error?.exitStatus == .inputNotFound)
  }
}
