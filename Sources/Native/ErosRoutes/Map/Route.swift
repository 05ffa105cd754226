/// An entry of a route map: an expression for URIs and the page for these URIs.
public struct Route: Hashable, Sendable {
  /// The list of a route.
  public enum List: String, CaseIterable, Sendable {
    /// Pages.
    case items
    /// Partial pages: pages inside a native page.
    case partialItems = "partial_items"
  }

  /// The list of the route.
  public let list: List
  /// The regular expression as written.
  public let uri: String
  /// The address of the page.
  public let remoteFile: RouteAddress
  /// The time of the last change of the page, in RFC 1123 format.
  public let deployTime: String?
  /// Whether a device must have the page before it activates the map.
  public let isPackedInApp: Bool

  /// Creates a route without checking `uri`.
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
