public import ErosCore

/// The routes that a build turns into a route map.
///
/// A plan names pages in the source, because the names of built files are not known yet.
public struct RoutePlan: Sendable {
  /// A URI pattern and the page that it opens.
  public struct Entry: Sendable {
    /// The route's list.
    public let list: Route.List
    /// A regular expression.
    ///
    /// URIs that match it open the page.
    public let uri: String
    /// The page's path in the source, such as `rexxar/demo.html`.
    public let page: String
    /// `true` if a device must have the page before it activates the map.
    public let isPackedInApp: Bool

    init(list: Route.List, uri: String, page: String, isPackedInApp: Bool) {
      self.list = list
      self.uri = uri
      self.page = page.ends(with: ".html") ? page : page + ".html"
      self.isPackedInApp = isPackedInApp
    }
  }

  /// The routes, as an app tries them from first to last.
  public let entries: [Entry]
  /// The map's version, if the plan sets one.
  public let version: String?

  /// Reads a list such as `[{ "filename": "rexxar/demo", "uri": "…" }]`.
  ///
  /// If the URI has `partial.` directly before `host`, the route opens a partial page.
  ///
  /// - Throws: `JSONError` or ``RouteMapError`` if the list is malformed. Both call the text
  ///   `file`.
  public static func read(_ bytes: [UInt8], file: String, host: String?) throws -> RoutePlan {
    let node = try JSONReader.read(bytes, file: file, limits: RouteMap.limits)
    do throws(JSONFieldFailure) {
      return RoutePlan(entries: try entries(node, host: host), version: nil)
    } catch {
      throw RouteMapError(error, file: file) { TextPosition(ofByte: $0, in: bytes) }
    }
  }

  private static func entries(
    _ list: JSONNode, host: String?
  ) throws(JSONFieldFailure) -> [Entry] {
    guard let nodes = list.value.array else {
      throw JSONFieldFailure(
        .wrongType(expected: "an array", found: list.value.kindName), object: "the map",
        node: list)
    }
    var entries: [Entry] = []
    for node in nodes {
      var fields = try JSONFields(node, "the entry")
      let uri = try fields.nonemptyString("uri")
      entries.append(
        Entry(
          list: isPartial(uri, host) ? .partialItems : .items, uri: uri,
          page: try fields.nonemptyString("filename"),
          isPackedInApp: try fields.optionalTextFlag("pack_in_app") ?? true))
    }
    return entries
  }

  /// Reads the section `routes` in an app's configuration.
  ///
  /// A `remote_file` is a page in the source, or the page's address below `base`. Such an address
  /// may contain the hash from an earlier build.
  public static func read(
    section: JSONNode, base: String, file: String, position: (Int) -> TextPosition
  ) throws(RouteMapError) -> RoutePlan {
    let map = try RouteMap(section, packsByDefault: true, file: file, position: position)
    let entries = map.routes.map { route in
      Entry(
        list: route.list, uri: route.uri, page: page(of: route.remoteFile, base: base),
        isPackedInApp: route.isPackedInApp)
    }
    return RoutePlan(entries: entries, version: map.version?.description)
  }

  private init(entries: [Entry], version: String?) {
    self.entries = Route.List.allCases.flatMap { list in entries.filter { $0.list == list } }
    self.version = version
  }

  /// Looks for `partial.` directly before `host`.
  ///
  /// Dots may be escaped.
  private static func isPartial(_ uri: String, _ host: String?) -> Bool {
    guard let host else { return false }
    return uri.replacing("\\.", with: ".").contains("partial." + host)
  }

  /// Returns the page in the source that is published at this address.
  private static func page(of address: RouteAddress, base: String) -> String {
    let path = address.path(below: base) ?? address.description
    // Otherwise the text between hyphen and dot belongs to the name, and the build rejects the
    // name.
    guard let hash = address.contentHash, RouteAddress.isBuiltHash(hash),
      path.ends(with: "-\(hash).html")
    else { return path }
    return String(decoding: path.utf8.dropLast("-\(hash).html".utf8.count), as: UTF8.self) + ".html"
  }
}
