import ErosDevice

/// Shows the pages of an app, whose bundle is in the folder `resources`.
func launch(library: String, resources: String, show: (_ folder: String) -> Void) throws {
  let device = Device(
    library + "/releases", appVersion: NativeVersion("2.1.0"), platform: .ios)
  let launch = try device.launch(
    embedded: DeliveredBundle(
      zip: resources + "/bundle.zip", config: resources + "/bundle.config"))
  show(launch.path)
  if let token = launch.token { try device.confirm(token: token) }
}
