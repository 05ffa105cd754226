// docs: starting
import ErosBundle
import ErosSandbox
import Foundation

/// Runs the pages of an app.
///
/// `show` loads the first page and returns whether it appeared.
func runPages(
  library: String, resources: String, at time: Date, show: (_ page: String) -> Bool
) throws {
  let sandbox = Sandbox(library + "/Bundlejs", verifier: BundleVerifier(threads: 2))
  let launch = try sandbox.launch(
    embedded: DeliveredBundle(zip: resources + "/bundle.zip"),
    now: Int64(time.timeIntervalSince1970 * 1000))
  if show(launch.path + "/pages/home/index.js"), let token = launch.token {
    _ = try sandbox.confirm(token: token)
  }
}
// docs: end
