public import ErosTransport

/// The channel of a release store and the settings of a fetch.
///
/// ```swift
/// var options = try FetchOptions(
///   store: WebAddress("https://example.org/releases"), channel: "my-app/production", root: root)
/// options.reports = try ReportServer(
///   WebAddress("https://example.org/reports"), transport: transport)
/// ```
public struct FetchOptions: Sendable {
  /// The URL of the release store.
  public var store: WebAddress

  /// The channel, such as `my-app/production`.
  public var channel: String

  /// The root metadata that ships with the app.
  ///
  /// It can be `nil` after the first fetch.
  public var root: [UInt8]?

  /// The device ID for rollouts, or `nil` for an ID stored in the folder.
  ///
  /// It never leaves the device.
  public var id: String?

  /// The identifier of the tester who uses the device, or `nil` if there is none.
  ///
  /// A device that finds it in the channel's list of testers gets releases outside its share of a
  /// rollout. It never leaves the device.
  public var tester: String?

  /// The server for usage reports, or `nil` to neither send nor record reports.
  public var reports: ReportServer?

  /// Creates the settings for a channel.
  public init(store: WebAddress, channel: String, root: [UInt8]? = nil) {
    self.store = store
    self.channel = channel
    self.root = root
  }
}
