/// An entry in a route map: a pattern for URIs, and the page that they open.
public struct Route: Hashable, Sendable {
  /// The list that contains a route.
  public enum List: String, CaseIterable, Sendable {
    /// Whole pages.
    case items
    /// Pages inside a native page.
    case partialItems = "partial_items"
  }

  /// The list that contains the route.
  public let list: List
  /// The regular expression as written.
  public let uri: String
  /// The page's address.
  public let remoteFile: RouteAddress
  /// The time of the page's last change, in RFC 1123 format.
  public let deployTime: String?
  /// `true` if a device must have the page before it activates the map.
  public let isPackedInApp: Bool

  /// Creates a route.
  ///
  /// `uri` is not checked.
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
