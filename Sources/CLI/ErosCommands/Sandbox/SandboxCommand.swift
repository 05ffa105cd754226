import ArgumentParser
import ErosCore
import ErosDevice

struct SandboxCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sandbox",
    abstract: "Maintain the files of a sandbox",
    discussion: """
      `eros install` chooses the release to run. This command maintains the files of a sandbox:

        $ eros sandbox apply --sandbox sandbox
        $ eros sandbox collect --sandbox sandbox
        $ eros sandbox unblock --all --sandbox sandbox
      """,
    subcommands: [SandboxApply.self, SandboxCollect.self, SandboxUnblock.self])
}

struct SandboxCollect: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collect",
    abstract: "Delete the releases that are not in use",
    discussion: """
      Every command that changes the sandbox also deletes unused releases. This command lists them, \
      and what could not be deleted and why (exit status 74):

        $ eros sandbox collect --sandbox sandbox

      Keeps the active release, the releases whose pages may be on the screen, the two newest confirmed \
      releases, the pending release, the release on trial, the embedded release and the release that \
      failed last.
      """)

  @OptionGroup var sandboxOptions: SandboxOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let cleanup = try sandboxOptions.open().collect()
    for error in cleanup.errors { output.show(error) }
    try SandboxCollectReport(cleanup).print(as: output)
    if !cleanup.errors.isEmpty { try ExitStatus.ioError.exit() }
  }
}

private struct SandboxCollectReport: Report {
  let deleted: [String]
  /// The errors of files that could not be deleted.
  let errors: [ErrorReport]

  init(_ cleanup: Sandbox.Cleanup) {
    deleted = cleanup.deleted.map(\.description)
    errors = cleanup.errors.map { ErrorReport($0) }
  }

  func text(_ style: TextStyle) -> String {
    guard deleted.isEmpty else { return deleted.map { "deleted \($0)" }.joined(separator: "\n") }
    return errors.isEmpty ? "nothing to delete" : "nothing was deleted"
  }
}

struct SandboxUnblock: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "unblock",
    abstract: "Forget that a release failed or was rolled back",
    discussion: """
      A release that failed its trial, or that was rolled back, is not installed again. This command gives \
      one release, or with --all every release, a second chance; `eros release retry` asks all devices to \
      try a release again:

        $ eros sandbox unblock 8a3ceabe7b27 --sandbox sandbox
        $ eros sandbox unblock --all --sandbox sandbox

      The active release does not change. The next `eros fetch` or `eros stage` can select the release; \
      if it was never confirmed, it needs a new trial. `eros status` lists the blocked releases.
      """)

  @Argument(help: "The release: at least six digits of its name.", completion: .blockedRelease)
  var release: String?

  @Flag(help: "Unblock every release.")
  var all = false

  @OptionGroup var sandboxOptions: SandboxOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard all == (release == nil) else {
      throw ValidationError(
        all ? "--all and a release exclude each other" : "pass a release or --all")
    }
  }

  func run() throws {
    let device = sandboxOptions.device()
    let unblocked = try device.unblock(release.map { try blocked($0, on: device) })
    try UnblockReport(unblocked: unblocked.map(\.description)).print(as: output)
  }

  private func blocked(_ name: String, on device: Device) throws -> TreeHash {
    // After a loss of the state, the releases themselves say which of them are blocked.
    let blocked = try (device.status().state ?? device.sandbox.currentState()).avoided
    guard let tree = blocked.only(startingWith: name) else {
      throw CommandError.notBlocked(
        name, sandbox: sandboxOptions.sandbox, blocked: blocked.map(\.description))
    }
    return tree
  }
}

private struct UnblockReport: Report {
  let unblocked: [String]

  func text(_ style: TextStyle) -> String {
    guard !unblocked.isEmpty else { return "no release is blocked" }
    return unblocked.map { "unblocked \(style.hash($0))" }.joined(separator: "\n")
  }
}
