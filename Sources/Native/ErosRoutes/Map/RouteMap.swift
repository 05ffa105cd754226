public import ErosCore

/// A route map: the contents of `routes.json`.
///
/// Unknown keys keep their values and order.
public struct RouteMap: Sendable {
  /// The file name of a route map.
  public static let fileName = "routes.json"

  /// The full contents, including unknown keys.
  public let root: JSONObject
  /// The version, if specified.
  public let version: RouteVersion?
  /// The time of the last change of the map, in RFC 1123 format.
  public let deployTime: String?
  /// All routes in the order of matching: `items` before `partial_items`.
  public let routes: [Route]

  /// Reads a map.
  ///
  /// - Throws: `JSONError`, ``RouteMapError``. Both use `file` as the name of the text.
  public static func read(_ bytes: [UInt8], file: String) throws -> RouteMap {
    let node = try JSONReader.read(bytes, file: file, limits: RouteReader.limits)
    return try RouteMap(node, RouteReader(bytes, file: file))
  }

  init(
    _ node: JSONNode, _ reader: RouteReader, packsByDefault: Bool = false
  ) throws(RouteMapError) {
    root = try reader.object(node, "the map")
    version = try reader.string("version", in: root).map { RouteVersion($0) }
    deployTime = try reader.string("deploy_time", in: root)
    var routes: [Route] = []
    for list in Route.List.allCases {
      guard let entries = root.node(of: list.rawValue) else { continue }
      for entry in try reader.list(entries, "'\(list.rawValue)'") {
        routes.append(try Route(entry, list, reader, packsByDefault))
      }
    }
    self.routes = routes
    guard root["items"] != nil || root["partial_items"] != nil else {
      throw reader.error(.noRoutes, at: node)
    }
  }

  /// Creates a map of routes.
  public init(version: RouteVersion?, deployTime: String, routes: [Route]) {
    var root = JSONObject()
    if let version { root["version"] = .string(version.description) }
    root["deploy_time"] = .string(deployTime)
    for list in Route.List.allCases {
      let entries = routes.filter { $0.list == list }
      root[list.rawValue] = .array(entries.map { JSONNode($0.json) })
    }
    self.root = root
    self.version = version
    self.deployTime = deployTime
    self.routes = Route.List.allCases.flatMap { list in routes.filter { $0.list == list } }
  }

  /// The map as JSON, with one value per line.
  public var text: [UInt8] {
    JSONWriter.write(.object(root), layout: .pretty) + [UInt8(ascii: "\n")]
  }

  /// The pages that a device must have before it activates the map, in order, without duplicates.
  public var packedFiles: [RouteAddress] {
    var seen: Set<RouteAddress> = []
    return routes.filter { $0.isPackedInApp && seen.insert($0.remoteFile).inserted }
      .map(\.remoteFile)
  }
}

extension Route {
  fileprivate init(
    _ node: JSONNode, _ list: List, _ reader: RouteReader, _ packsByDefault: Bool
  ) throws(RouteMapError) {
    let entry = try reader.object(node, "the entry")
    self.init(
      list: list, uri: try reader.requiredString("uri", in: node),
      remoteFile: RouteAddress(try reader.requiredString("remote_file", in: node)),
      deployTime: try reader.string("deploy_time", in: entry),
      isPackedInApp: try reader.flag("pack_in_app", in: entry) ?? packsByDefault)
  }

  fileprivate var json: JSONValue {
    var entry = JSONObject()
    entry["uri"] = .string(uri)
    entry["remote_file"] = .string(remoteFile.description)
    entry["deploy_time"] = deployTime.map { .string($0) }
    entry["pack_in_app"] = .bool(isPackedInApp)
    return .object(entry)
  }
}
