import ErosDevice
import Foundation

/// The releases of the app's pages.
@MainActor
final class Releases {
  private static let store = "https://example.org/releases"
  private static let channel = "my-app/production"

  /// Whether the releases cannot be read now, so that the embedded bundle runs.
  private(set) var isEmbeddedOnly = false
  /// Whether the release is on trial, and its first page has neither appeared nor failed.
  var isOnTrial: Bool { token != nil }

  private let device: Device
  /// The token of the release, until its first page has appeared or failed.
  private var token: String?

  init() {
    // iOS moves the app's container with each update, so the path is never stored.
    var folder = Self.folder(.applicationSupportDirectory, "releases")
    Self.create(folder)
    // The app has the bundle, and the store has the updates.
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try? folder.setResourceValues(values)
    let version = Bundle.main.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
    device = Device(folder.path, appVersion: NativeVersion(version ?? ""), platform: .ios)
  }

  /// Returns the folder of the pages to show.
  func launch(inBackground: Bool) throws -> URL {
    let launch: Device.Launch
    let start = ProcessInfo.processInfo.systemUptime
    do {
      launch = try device.launch(
        embedded: Self.embedded(), kind: inBackground ? .background : .foreground)
      isEmbeddedOnly = false
    } catch {
      // For example, the files are locked until the first unlock of the phone. They are not damaged.
      print("The releases cannot be used now:", error)
      launch = try Self.embeddedOnly().launch(embedded: Self.embedded())
      isEmbeddedOnly = true
    }
    let time = Int((ProcessInfo.processInfo.systemUptime - start) * 1000)
    print("Launched \(launch.release) (\(launch.reason.rawValue)) in \(time) ms: \(launch.path)")
    if let failure = launch.failure { print("The launch is incomplete:", failure) }
    token = launch.token
    return URL(fileURLWithPath: launch.path, isDirectory: true)
  }

  /// Confirms the release on trial, because its first page has appeared.
  func confirm() {
    guard let token else { return }
    do {
      try device.confirm(token: token)
      self.token = nil
    } catch {
      print("The release is not confirmed:", error)
    }
  }

  /// Blocks the release if its first page has failed during the trial; then launch again.
  func block(_ reason: String, errorClass: String? = nil, stack: String? = nil) -> Bool {
    guard let token else { return false }
    self.token = nil
    do {
      try device.failed(token: token, reason: reason, errorClass: errorClass, stack: stack)
      return true
    } catch {
      print("The failure is not recorded:", error)
      return false
    }
  }

  /// Returns to the confirmed release before this one; then launch again.
  func rollBack() throws { try device.rollBack() }

  /// Stages the newest release for the next launch.
  func update(progress: @escaping @Sendable (Device.FetchStep) -> Void) async throws {
    let root = try Data(contentsOf: Self.resource("root.json"))
    let options = try FetchOptions(
      store: WebAddress(Self.store), channel: Self.channel, root: [UInt8](root))
    let result = try await device.fetch(options, over: SessionTransport(), progress: progress)
    print("Checked for an update:", result.outcome)
  }

  // MARK: - Folders

  private static func embedded() throws -> DeliveredBundle {
    try DeliveredBundle(
      zip: resource("bundle.zip").path, config: resource("bundle.config").path)
  }

  /// A device that has only the embedded bundle, and works before the first unlock.
  private static func embeddedOnly() -> Device {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("embedded")
    // New files get the protection of their folder.
    create(folder, [.protectionKey: FileProtectionType.none])
    return Device(folder.path, platform: .ios)
  }

  private static func create(_ folder: URL, _ attributes: [FileAttributeKey: Any]? = nil) {
    // The launch reports a folder that does not exist.
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: attributes)
  }

  private static func folder(_ directory: FileManager.SearchPathDirectory, _ name: String) -> URL {
    FileManager.default.urls(for: directory, in: .userDomainMask)[0].appendingPathComponent(name)
  }

  private static func resource(_ name: String) -> URL {
    Bundle.main.bundleURL.appendingPathComponent(name)
  }
}
