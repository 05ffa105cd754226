public import ErosCore

/// A reader for the values of a JSON tree that reports errors with their positions.
public struct RouteReader: Sendable {
  /// The limits for hostile maps.
  static let limits = JSONReader.Limits(bytes: 8 << 20, values: 200_000)

  private let file: String
  private let position: @Sendable (JSONNode) -> TextPosition

  /// Creates a reader; `position` returns the position of a node in the text of `file`.
  public init(file: String, position: @escaping @Sendable (JSONNode) -> TextPosition) {
    self.file = file
    self.position = position
  }

  init(_ text: [UInt8], file: String) {
    self.init(file: file) { TextPosition(ofByte: $0.range.lowerBound, in: text) }
  }

  func error(_ kind: RouteMapErrorKind, at node: JSONNode) -> RouteMapError {
    RouteMapError(file: file, position: position(node), kind: kind)
  }

  func object(_ node: JSONNode, _ what: String) throws(RouteMapError) -> JSONObject {
    guard let object = node.value.object else {
      throw wrongType(node, what, "an object")
    }
    return object
  }

  func list(_ node: JSONNode, _ what: String) throws(RouteMapError) -> [JSONNode] {
    guard let list = node.value.array else { throw wrongType(node, what, "an array") }
    return list
  }

  /// Returns an optional string; if present, it must not be empty.
  func string(_ key: String, in object: JSONObject) throws(RouteMapError) -> String? {
    guard let node = object.node(of: key) else { return nil }
    guard let string = node.value.string else { throw wrongType(node, "'\(key)'", "a string") }
    guard !string.isEmpty else { throw error(.empty(key: key), at: node) }
    return string
  }

  /// Returns a required string.
  func requiredString(_ key: String, in node: JSONNode) throws(RouteMapError) -> String {
    guard let string = try string(key, in: object(node, "the entry")) else {
      throw error(.missing(key: key), at: node)
    }
    return string
  }

  /// Returns an optional Boolean; a string is also accepted.
  func flag(_ key: String, in object: JSONObject) throws(RouteMapError) -> Bool? {
    guard let node = object.node(of: key) else { return nil }
    guard let flag = node.value.flag else { throw wrongType(node, "'\(key)'", "true or false") }
    return flag
  }

  private func wrongType(_ node: JSONNode, _ what: String, _ expected: String) -> RouteMapError {
    error(.wrongType(what: what, expected: expected, found: node.value.kindName), at: node)
  }
}
