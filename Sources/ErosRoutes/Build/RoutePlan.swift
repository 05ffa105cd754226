public import ErosCore

/// The routes that a map is to be built of: each names a page of the source instead of a built file.
public struct RoutePlan: Sendable {
  /// One route of a plan.
  public struct Entry: Sendable {
    /// The list that the route goes into.
    public let list: Route.List
    /// The regular expression of the URIs that open the page.
    public let uri: String
    /// The page below the source, such as `rexxar/demo.html`.
    public let page: String
    /// Whether the page must be on the device before the route counts.
    public let isPackedInApp: Bool

    init(list: Route.List, uri: String, page: String, isPackedInApp: Bool) {
      self.list = list
      self.uri = uri
      self.page = page.ends(with: ".html") ? page : page + ".html"
      self.isPackedInApp = isPackedInApp
    }
  }

  /// In the order in which a URI is looked for.
  public let entries: [Entry]
  /// The version of the map, where the plan names one.
  public let version: String?

  /// Reads a list such as `[{ "filename": "rexxar/demo", "uri": "…" }]`.
  ///
  /// A URI that holds `partial.` and `host` is for a part of a page.
  ///
  /// - Throws: `JSONError`, ``RouteMapError``; both name the text `file`.
  public static func read(_ bytes: [UInt8], file: String, host: String?) throws -> RoutePlan {
    let node = try JSONReader.read(bytes, file: file, limits: RouteReader.limits)
    let reader = RouteReader(bytes, file: file)
    let entries = try reader.list(node, "the map").map { node in
      let object = try reader.object(node, "the entry")
      let uri = try reader.requiredString("uri", in: node)
      return Entry(
        list: isPartial(uri, host) ? .partialItems : .items, uri: uri,
        page: try reader.requiredString("filename", in: node),
        isPackedInApp: try reader.flag("pack_in_app", in: object) ?? true)
    }
    return RoutePlan(entries: entries, version: nil)
  }

  /// Reads the section `routes` of an app's configuration.
  ///
  /// Its `remote_file` is a page of the source, or the address that the page has below `base`, with
  /// the hash of an earlier build or without.
  public static func read(
    section: JSONNode, base: String, _ reader: RouteReader
  ) throws(RouteMapError) -> RoutePlan {
    let map = try RouteMap(section, reader, packsByDefault: true)
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

  /// In a regular expression, the dots of a host may have backslashes before them.
  private static func isPartial(_ uri: String, _ host: String?) -> Bool {
    guard let host else { return false }
    return uri.replacing("\\.", with: ".").contains("partial." + host)
  }

  /// The page whose built file has this address.
  private static func page(of address: RouteAddress, base: String) -> String {
    let path = address.path(below: base) ?? address.description
    // Anything else between the hyphen and the dot belongs to the name, and is refused as such.
    guard let hash = address.contentHash, RouteAddress.isBuiltHash(hash),
      path.ends(with: "-\(hash).html")
    else { return path }
    return String(decoding: path.utf8.dropLast("-\(hash).html".utf8.count), as: UTF8.self) + ".html"
  }
}
