// docs: host
import ErosBundle
import ErosCore
import ErosSandbox
import Foundation

/// The part of an app that keeps its pages, and takes updates of them.
struct PageHost {
  let sandbox: Sandbox
  let resources: String
  let version: String

  /// `library` is a folder that the app may write to, `resources` the one that holds its bundle.
  init(library: String, resources: String, version: String) {
    sandbox = Sandbox(library + "/Bundlejs", verifier: BundleVerifier(threads: 2))
    self.resources = resources
    self.version = version
  }

  /// Chooses the release to run; called at the start of the app, from a thread that may wait.
  func start(inBackground: Bool = false, at time: Date) throws -> Sandbox.Launch {
    try sandbox.launch(
      embedded: DeliveredBundle(
        zip: resources + "/bundle.zip", config: resources + "/bundle.config"),
      kind: inBackground ? .background : .foreground,
      app: NativeVersion(version).map { NativeApp(version: $0, platform: .ios) },
      now: Int64(time.timeIntervalSince1970 * 1000))
  }

  /// Ends the trial of an update; called when the first page has been shown and works.
  func pagesWork(_ launch: Sandbox.Launch) throws {
    if let token = launch.token { _ = try sandbox.confirm(token: token) }
  }

  /// Takes in a download, a whole bundle or a patch, for the next start to try.
  func take(_ download: String) throws -> Sandbox.Staging.Outcome {
    try sandbox.stage(DeliveredBundle(zip: download)).outcome
  }

  /// Goes back to what ran before; the next start runs it.
  func goBack() throws -> TreeHash {
    try sandbox.rollBack().release
  }
}
// docs: end
