// docs: starting
import ErosDevice

/// Runs the pages of an app.
///
/// `show` loads the first page and returns whether it appeared.
func runPages(library: String, resources: String, show: (_ page: String) -> Bool) throws {
  let device = Device(library + "/releases")
  let launch = try device.launch(embedded: DeliveredBundle(zip: resources + "/bundle.zip"))
  if show(launch.path + "/pages/home/home.js"), let token = launch.token {
    try device.confirm(token: token)
  }
}
// docs: end
