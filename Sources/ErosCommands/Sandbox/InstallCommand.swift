import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles
import ErosSandbox

struct InstallCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install",
    abstract: "Install a bundle into a sandbox, as an app does at its first start",
    discussion: """
      Verifies the bundle, unpacks it beside its place, makes it durable, and only then puts it in \
      its place:

        $ eros install --bundle out/bundle.zip --sandbox sandbox

      Prints the folder that holds the pages. A bundle that does not verify leaves nothing behind. \
      This version installs into an empty sandbox only; the same bundle may be given again.
      """)

  @Option(help: "The sandbox's folder; made if it is missing.", completion: .directory)
  var sandbox: String

  @Option(help: "The bundle that the app carries.", completion: .file(extensions: ["zip"]))
  var bundle = BundleOutputs.bundleFile

  @Option(
    help: "The bundle.config that came with it (default: the manifest in the zip).",
    completion: .file())
  var config: String?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var output: OutputOptions

  func run() throws {
    let launch = try Sandbox(sandbox, verifier: verification.verifier).install(
      ReadableFile(bundle), config: readConfigBeside(config))
    try InstallReport(launch).print(as: output)
  }
}

private struct InstallReport: Report {
  let path: String
  let reason: String
  let release: String

  init(_ launch: Sandbox.Launch) {
    path = launch.path
    reason = launch.reason.rawValue
    release = launch.release.description
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("release", style.bold(release))
    table.add("reason", reason)
    table.add("path", path)
    return table.text
  }
}
