import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles
import ErosSandbox

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Choose what an app runs, as the app does at its start",
    discussion: """
      Unpacks the app's own bundle at the first start, takes a newer one that came with the app, \
      tries what was staged, and otherwise runs what is known to work:

        $ eros install --sandbox sandbox --bundle out/bundle.zip --app-version 1.2.0

      Prints the folder that holds the pages and, for a release on trial, the token with which \
      `eros confirm` says that it works. Every byte of the release is checked first; one that is \
      damaged is repaired, or else the one before it runs. A kill at any instant leaves the old \
      release or the new one, whole. When the bundle cannot be taken, or the disk is full, what is \
      known to work is printed all the same, and the exit status says what happened.
      """)

  @OptionGroup var place: SandboxOptions

  @Option(
    help: "The bundle that the app carries; needed at the first start.",
    completion: .bundle)
  var bundle: String?

  @Option(
    help: "The bundle.config that came with it (default: the manifest in the zip).",
    completion: .manifest)
  var config: String?

  @Option(help: "The version of the native app, such as 1.2.0.")
  var appVersion: NativeVersion?

  @Option(help: "What the app runs on, which says whose lowest version counts.")
  var platform: Platform?

  @Flag(help: "Start as the system does, without a person: nothing is tried.")
  var background = false

  @Option(help: "How many starts a release on trial gets to be confirmed.")
  var attempts = SandboxEvent.Start.defaultAttempts

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if config != nil, bundle == nil {
      throw ValidationError("--config belongs to a --bundle, and there is none")
    }
    if platform != nil, appVersion == nil {
      throw ValidationError("--platform belongs to an --app-version, and there is none")
    }
    guard (1...1000).contains(attempts) else {
      throw ValidationError("--attempts must be from 1 to 1000")
    }
  }

  func run() throws {
    // A bundle that cannot be opened does not stop the start.
    let delivered = Result { try bundle.map { try DeliveredBundle(zip: $0, config: config) } }
    let size = (try? delivered.get())?.zip.size ?? 0
    let launch = try ProgressBar.show("unpacking", total: size, output) { bar in
      try place.open(verification.verifier).launch(
        embedded: delivered.get()?.showing(bar), kind: background ? .background : .foreground,
        app: appVersion.map { NativeApp(version: $0, platform: platform) }, attempts: attempts,
        now: Int64(Date().timeIntervalSince1970 * 1000))
    }
    if let failure = launch.failure { showText(of: failure) }
    for note in launch.notes { output.warn(note.description) }
    try InstallReport(launch).print(as: output)
    if let failure = launch.failure { throw ExitCode(failure.exitStatus.rawValue) }
  }

}

private struct InstallReport: Report {
  let release: String
  let path: String
  @OrNull var token: String?
  let reason: String
  @OrNull var previous: String?
  /// Why something else runs than what was asked for.
  @OrNull var error: ErrorReport?

  private enum CodingKeys: String, CodingKey {
    case release, path, token, reason, previous, error
  }

  init(_ launch: Sandbox.Launch) {
    release = launch.release.description
    path = launch.path
    token = launch.token
    reason = launch.reason.rawValue
    previous = launch.previous?.description
    error = launch.failure.map { ErrorReport($0) }
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(release))
    table.add("reason", reason)
    table.add("path", path.escapedForDisplay)
    if let token { table.add("token", token) }
    if let previous { table.add("previous", previous) }
    return table.text
  }
}
