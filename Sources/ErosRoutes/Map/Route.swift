/// One entry of a route map: which URIs, and which page they open.
public struct Route: Hashable, Sendable {
  /// The list that a route stands in.
  public enum List: String, CaseIterable, Sendable {
    /// Whole pages.
    case items
    /// Pages that are drawn inside a native page.
    case partialItems = "partial_items"
  }

  /// The list that the route stands in.
  public let list: List
  /// The regular expression, as it is written.
  public let uri: String
  /// Where the page is.
  public let remoteFile: RouteAddress
  /// When the page was last changed, in the form of RFC 1123.
  public let deployTime: String?
  /// Whether the page must be on the device before the route counts.
  public let isPackedInApp: Bool

  /// Describes a route; whether `uri` compiles is not looked at.
  public init(
    list: List, uri: String, remoteFile: RouteAddress, deployTime: String?, isPackedInApp: Bool
  ) {
    self.list = list
    self.uri = uri
    self.remoteFile = remoteFile
    self.deployTime = deployTime
    self.isPackedInApp = isPackedInApp
  }
}
