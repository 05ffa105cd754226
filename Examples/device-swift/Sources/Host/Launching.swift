import ErosDevice
import Foundation

/// The release that an app shows.
final class Releases: Sendable {
  let device: Device
  /// Open all pages in the folder `launch.path`.
  let launch: Device.Launch

  /// Call this at each start of the app.
  init(appVersion: String, kind: LaunchKind) throws {
    // iOS moves the folder with each update of the app, so compute its path at each start.
    var folder = try FileManager.default.url(
      for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true
    ).appendingPathComponent("releases", isDirectory: true)
    device = Device(folder.path, appVersion: NativeVersion(appVersion), platform: .ios)
    let resources = Bundle.main.resourcePath ?? Bundle.main.bundlePath
    launch = try device.launch(
      embedded: DeliveredBundle(
        zip: resources + "/bundle.zip", config: resources + "/bundle.config"), kind: kind)
    // The device can download releases again, so they do not belong in a backup.
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
  }

  /// Call this when the first page has appeared.
  func pageAppeared() throws {
    if let token = launch.token { try device.confirm(token: token) }
  }
}
