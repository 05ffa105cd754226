import ArgumentParser
import ErosBundle
import ErosCore
import ErosDevice
import ErosFiles

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Choose the release that an app runs, as the app does on launch",
    discussion: """
      Unpacks the embedded bundle on the first launch, and a newer one after an upgrade of the app. \
      Tries a staged release. Otherwise runs the confirmed release:

        $ eros install --sandbox sandbox --bundle out/bundle.zip --app-version 1.2.0

      Prints the folder of the pages and, for a release on trial, the token for `eros confirm`. \
      Every byte of the release is checked first. A damaged release is repaired, or the previous one \
      runs. A kill at any time leaves the old or the new release complete. If the bundle cannot be \
      installed, the disk is full, or another process holds the sandbox for longer than --wait, the \
      confirmed release is printed, and the exit status tells why.

      The folder must be a sandbox, empty or new; any other folder is refused (exit status 73).
      """)

  @OptionGroup var sandboxOptions: SandboxOptions

  @Option(
    help: "The bundle embedded in the app; required on the first launch.",
    completion: .bundle)
  var bundle: String?

  @OptionGroup var delivery: DeliveryOptions

  @Option(
    help: "The version of the native app, such as 1.2.0 (default: that of the last launch).")
  var appVersion: NativeVersion?

  @Option(help: "The app's platform, which selects the lowest version in the manifest.")
  var platform: Platform?

  @Flag(help: "Launch in the background: no staged release is tried.")
  var background = false

  @Option(help: "The number of launches in which a release on trial must be confirmed.")
  var attempts = SandboxEvent.Start.defaultAttempts

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if delivery.manifest != nil, bundle == nil {
      throw ValidationError("--manifest requires --bundle")
    }
    if platform != nil, appVersion == nil {
      throw ValidationError("--platform requires --app-version")
    }
    guard (1...1000).contains(attempts) else {
      throw ValidationError("--attempts must be from 1 to 1000")
    }
  }

  func run() throws {
    // The launch continues if the bundle cannot be opened.
    let delivered = Result {
      try bundle.map {
        try DeliveredBundle(zip: BundleArgument.file(at: $0), config: delivery.manifest)
      }
    }
    let size = (try? delivered.get())?.zip.size ?? 0
    let device = sandboxOptions.device(
      verification.verifier, app: appVersion.map { NativeApp(version: $0, platform: platform) },
      trialLaunches: attempts)
    let launch = try ProgressBar.show("unpacking", total: size, output) { bar in
      try device.launch(
        embedded: delivered.get()?.showing(bar), kind: background ? .background : .foreground)
    }
    if let failure = launch.failure { output.show(failure) }
    for note in launch.notes { output.warn(note.message) }
    try InstallReport(launch).print(as: output)
    try launch.failure?.exitStatus.exit()
  }
}

struct InstallReport: Report {
  let release: String
  let path: String
  let token: String?
  let reason: String
  let previous: String?
  /// The reason if not the requested release runs, but another one.
  let error: ErrorReport?

  private enum CodingKeys: String, CodingKey {
    case release, path, token, reason, previous, error
  }

  init(_ launch: Device.Launch) {
    release = launch.release.description
    path = launch.path
    token = launch.token
    reason = launch.reason.rawValue
    previous = launch.previous?.description
    error = launch.failure.map { ErrorReport($0) }
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(style.hash(release)))
    table.add("reason", reason)
    table.add("path", path.escapedForDisplay)
    if let token { table.add("token", token) }
    if let previous { table.add("previous", style.hash(previous)) }
    return table.text
  }
}
