public import ErosCore

/// A route map: the contents of `routes.json`.
///
/// Unknown keys keep their values and order.
public struct RouteMap: Sendable {
  /// The file name of a route map.
  public static let fileName = "routes.json"
  /// Limits for hostile input.
  static let limits = JSONReader.Limits(bytes: 8 << 20, values: 200_000)

  /// Everything in the file, including unknown keys.
  public let root: JSONObject
  /// The version, if the map has one.
  public let version: RouteVersion?
  /// The time of the map's last change, in RFC 1123 format.
  public let deployTime: String?
  /// All routes as an app tries them: `items` before `partial_items`.
  public let routes: [Route]

  /// Reads a map.
  ///
  /// - Throws: `JSONError` or ``RouteMapError`` if the map is malformed. Both call the text `file`.
  public static func read(_ bytes: [UInt8], file: String) throws -> RouteMap {
    let node = try JSONReader.read(bytes, file: file, limits: limits)
    return try RouteMap(node, file: file) { TextPosition(ofByte: $0, in: bytes) }
  }

  init(
    _ node: JSONNode, packsByDefault: Bool = false, file: String,
    position: (Int) -> TextPosition
  ) throws(RouteMapError) {
    do throws(JSONFieldFailure) {
      try self.init(node, packsByDefault: packsByDefault)
    } catch {
      throw RouteMapError(error, file: file, position: position)
    }
    guard root["items"] != nil || root["partial_items"] != nil else {
      throw RouteMapError(file: file, position: position(node.range.lowerBound), kind: .noRoutes)
    }
  }

  private init(_ node: JSONNode, packsByDefault: Bool) throws(JSONFieldFailure) {
    var fields = try JSONFields(node, "the map")
    root = node.value.object ?? JSONObject()
    version = try fields.optionalNonemptyString("version").map { RouteVersion($0) }
    deployTime = try fields.optionalNonemptyString("deploy_time")
    var routes: [Route] = []
    for list in Route.List.allCases {
      for entry in try fields.optionalArray(list.rawValue) ?? [] {
        routes.append(try Route(entry, list, packsByDefault: packsByDefault))
      }
    }
    self.routes = routes
  }

  /// Creates a map from routes.
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

  /// Pages that a device must have before it activates the map, in order and without duplicates.
  public var packedFiles: [RouteAddress] {
    var seen: Set<RouteAddress> = []
    return routes.filter { $0.isPackedInApp && seen.insert($0.remoteFile).inserted }
      .map(\.remoteFile)
  }
}

extension Route {
  fileprivate init(
    _ node: JSONNode, _ list: List, packsByDefault: Bool
  ) throws(JSONFieldFailure) {
    var fields = try JSONFields(node, "the entry")
    try self.init(
      list: list, uri: fields.nonemptyString("uri"),
      remoteFile: RouteAddress(fields.nonemptyString("remote_file")),
      deployTime: fields.optionalNonemptyString("deploy_time"),
      isPackedInApp: fields.optionalTextFlag("pack_in_app") ?? packsByDefault)
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
