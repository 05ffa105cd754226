// docs: host
import ErosBundle
import ErosCore
import ErosSandbox
import Foundation

/// Stores the pages of an app and installs their updates.
struct PageHost {
  let sandbox: Sandbox
  let resources: String
  let version: String

  /// Creates a host that writes to the folder `library` and ships its bundle in `resources`.
  init(library: String, resources: String, version: String) {
    sandbox = Sandbox(library + "/Bundlejs", verifier: BundleVerifier(threads: 2))
    self.resources = resources
    self.version = version
  }

  /// Chooses the release to run.
  ///
  /// Call this method at each start of the app, on a background thread.
  func start(inBackground: Bool = false, at time: Date) throws -> Sandbox.Launch {
    try sandbox.launch(
      embedded: DeliveredBundle(
        zip: resources + "/bundle.zip", config: resources + "/bundle.config"),
      kind: inBackground ? .background : .foreground,
      app: NativeVersion(version).map { NativeApp(version: $0, platform: .ios) },
      now: Timestamp(milliseconds: Int64(time.timeIntervalSince1970 * 1000)))
  }

  /// Confirms an update.
  ///
  /// Call this method when its first page works.
  func confirm(_ launch: Sandbox.Launch) throws {
    if let token = launch.token { _ = try sandbox.confirm(token: token) }
  }

  /// Stages a downloaded bundle or patch for the next launch.
  func stage(_ download: String) throws -> Sandbox.Staging.Outcome {
    try sandbox.stage(DeliveredBundle(zip: download)).outcome
  }

  /// Rolls back to the previous release, which the next launch runs.
  func rollBack() throws -> TreeHash {
    try sandbox.rollBack().release
  }
}
// docs: end
