import ErosBundle
package import ErosCore
package import ErosDevice
import ErosFiles
import ErosTestSupport
package import ErosTransport

extension TestStore {
  /// Returns a device whose sandbox is in the store's folder.
  package func device(
    _ name: String = "sandbox", over transport: any Transport,
    at address: String = "http://store.test/",
    _ settings: Fetcher.Settings = TestDevice.settings
  ) throws -> TestDevice {
    TestDevice(
      sandbox: Sandbox(folder.path(name), verifier: BundleVerifier(threads: 1)),
      transport: transport, address: try WebAddress(address), channel: "\(channel)",
      root: pinnedRoot, settings: settings)
  }
}

package struct TestDevice {
  package let sandbox: Sandbox
  package var transport: any Transport
  package let address: WebAddress
  package var channel: String
  package var root: [UInt8]?
  package var settings: Fetcher.Settings
  package var reports: ReportServer?
  /// Identifier of the tester who uses the device.
  package var tester: String?

  /// Settings without pauses.
  package static var settings: Fetcher.Settings {
    var settings = Fetcher.Settings()
    settings.retries.sleep = { _ in }
    return settings
  }

  package func fetcher() throws -> Fetcher {
    try Fetcher(
      sandbox, store: address, channel: channel, root: root, transport: transport,
      settings: settings, reports: reports)
  }

  @discardableResult
  package func fetch(
    app: NativeApp? = nil, id: String? = nil, now: Int64 = TestStore.now
  ) async throws -> FetchResult {
    try await fetcher().fetch(
      app: app, id: id, tester: tester, now: Timestamp(milliseconds: now))
  }

  package func check(now: Int64 = TestStore.now) async throws -> FetchResult {
    try await fetcher().check(tester: tester, now: Timestamp(milliseconds: now))
  }

  /// Starts the app and confirms the release.
  @discardableResult
  package func launch(
    confirming: Bool = true, now: Int64 = TestStore.now
  ) throws -> Device.Launch {
    let launch = try sandbox.launch(now: Timestamp(milliseconds: now))
    if confirming, let token = launch.token { _ = try sandbox.confirm(token: token) }
    return launch
  }

  package func pending() throws -> TreeHash? { try sandbox.currentState().pending?.tree }

  /// Names and contents of the folder with trusted metadata.
  package func trusted() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let folder = try Folder(sandbox.path + "/trust")
    for name in try folder.names() {
      let file = try folder.openFile(name)
      files[name] = try file.read(at: 0, count: Int(file.status.size))
    }
    return files
  }

  /// Names of the files in `downloads/`.
  package func downloads() throws -> [String] {
    try Folder(sandbox.path + "/downloads").names().sorted()
  }
}
