// docs: hosting
import ErosDevice

/// Runs the pages of an app and updates them.
struct AppHost {
  let device: Device
  let resources: String
  let options: FetchOptions

  /// Creates a host that writes to the folder `library` and ships its bundle in `resources`.
  init(library: String, resources: String, version: String, root: [UInt8]) throws {
    device = Device(
      library + "/releases", appVersion: NativeVersion(version), platform: .ios)
    self.resources = resources
    options = try FetchOptions(
      store: WebAddress("https://example.org/releases"), channel: "my-app/production", root: root)
  }

  /// Chooses the release to run.
  ///
  /// Call this method at each launch of the app.
  func launch(inBackground: Bool = false) throws -> Device.Launch {
    try device.launch(
      embedded: DeliveredBundle(
        zip: resources + "/bundle.zip", config: resources + "/bundle.config"),
      kind: inBackground ? .background : .foreground)
  }

  /// Confirms the release of a launch.
  ///
  /// Call this method when its first page has appeared.
  func confirm(_ launch: Device.Launch) throws {
    if let token = launch.token { try device.confirm(token: token) }
  }

  /// Stages the newest release for the next launch, and returns its number.
  func update(over transport: any Transport) async throws -> Int64? {
    let result = try await device.fetch(options, over: transport)
    return result.outcome == .staged ? result.release?.number : nil
  }
}
// docs: end
