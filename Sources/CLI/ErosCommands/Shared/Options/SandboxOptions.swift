public import ArgumentParser
import ErosBundle
public import ErosCore
import ErosDevice
import ErosLegacyPatch
import ErosPack

/// Names the sandbox for a command that only reads it.
struct SandboxOption: ParsableArguments {
  @Option(help: "The folder of the sandbox.", completion: .directory)
  var sandbox: String

  func validate() throws {
    guard !sandbox.isEmpty else { throw ValidationError("--sandbox must name a folder") }
  }
}

/// Names the sandbox for a command that changes it.
struct SandboxOptions: ParsableArguments {
  @OptionGroup private var option: SandboxOption

  @Option(help: "The number of seconds to wait for another process that uses the sandbox.")
  var wait = 10.0

  var sandbox: String { option.sandbox }

  func validate() throws {
    guard (0...86_400).contains(wait) else {
      throw ValidationError("--wait must be from 0 to 86400 seconds")
    }
  }

  var lockTimeout: TimeLength { .seconds(wait) }

  /// Opens the sandbox, with `verifier` for delivered bundles.
  func open(_ verifier: BundleVerifier = VerifyOptions.defaultVerifier) -> Sandbox {
    Sandbox(
      sandbox, verifier: verifier, rebuildingZipBy: .packing, patchingZipsBy: .bsdiff,
      lockTimeout: lockTimeout)
  }

  /// Opens the sandbox as a device that has the app `app`.
  func device(
    _ verifier: BundleVerifier = VerifyOptions.defaultVerifier, app: NativeApp? = nil,
    trialLaunches: Int = SandboxEvent.Start.defaultAttempts
  ) -> Device {
    Device(open(verifier), app: app, trialLaunches: trialLaunches)
  }
}

/// The manifest of a bundle that is delivered to a sandbox.
struct DeliveryOptions: ParsableArguments {
  @Option(
    help: "The bundle.config that was published with it (default: the manifest in the zip).",
    completion: .manifest)
  var manifest: String?
}

extension NativeVersion: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension DeliveredBundle {
  /// Opens the delivered files, and runs `work` with a progress bar.
  ///
  /// `zip` can be the output folder of `eros pack`.
  static func open<Result>(
    _ zip: String, config: String?, _ output: OutputOptions,
    while work: (DeliveredBundle) throws -> Result
  ) throws -> Result {
    let bundle = try DeliveredBundle(zip: BundleArgument.file(at: zip), config: config)
    return try ProgressBar.show("unpacking", total: bundle.zip.size, output) { bar in
      try work(bundle.showing(bar))
    }
  }

  func showing(_ bar: ProgressBar) -> DeliveredBundle {
    var bundle = self
    bundle.progress = { bar.update($0) }
    return bundle
  }
}
