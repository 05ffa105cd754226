public import ErosTransport

/// The channel to fetch from, and settings.
///
/// ```swift
/// var options = try FetchOptions(
///   store: WebAddress("https://example.org/releases"), channel: "my-app/production", root: root)
/// options.reports = try ReportServer(
///   WebAddress("https://example.org/reports"), transport: transport)
/// ```
public struct FetchOptions: Sendable {
  /// The release store's URL.
  public var store: WebAddress

  /// The channel's name, such as `my-app/production`.
  public var channel: String

  /// The root metadata that ships with your app.
  ///
  /// May be `nil` after the first fetch.
  public var root: [UInt8]?

  /// An ID that selects the rollouts for this device.
  ///
  /// It never leaves the device.
  ///
  /// If `nil`, the folder stores a random ID.
  public var id: String?

  /// Identifies the tester who uses this device, for example by a mail address.
  ///
  /// It never leaves the device.
  ///
  /// If the channel's list of testers contains it, the device gets releases outside its share of a
  /// rollout.
  public var tester: String?

  /// Your server for usage reports.
  ///
  /// If `nil`, reports are neither sent nor recorded.
  public var reports: ReportServer?

  /// Creates settings for a channel.
  ///
  /// Set other properties afterwards.
  public init(store: WebAddress, channel: String, root: [UInt8]? = nil) {
    self.store = store
    self.channel = channel
    self.root = root
  }
}
