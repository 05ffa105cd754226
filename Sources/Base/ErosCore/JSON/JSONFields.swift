/// Reads the fields of a JSON object.
///
/// An unexpected value is a failure, and never counts as missing. ``unread`` lists the fields that
/// were not read. The caller keeps them, reports them, or refuses them with ``finish()``.
///
/// Reading throws the first failure. To report all failures, pass a closure and read with
/// ``collect(_:)``:
///
/// ```swift
/// var fields = try JSONFields(value, "a key")
/// let scheme = try fields.string("scheme")
///
/// guard var fields = JSONFields(node, "a module", report: { log.add($0) }) else { return nil }
/// let doc = fields.collect { try $0.optionalString("doc") }
/// ```
package struct JSONFields {
  package typealias Report = (JSONFieldFailure) -> Void

  package let node: JSONNode
  /// Describes the object in messages, for example as `a delegated role`.
  package let name: Message
  /// All keys that were asked for, in this order.
  package private(set) var knownKeys: [String] = []
  private var knownKeySet: Set<String> = []
  private let object: JSONObject
  private let report: Report?

  /// - Throws: ``JSONFieldFailure`` if `node` is not an object.
  package init(_ node: JSONNode, _ name: Message) throws(JSONFieldFailure) {
    try self.init(node, name, reporting: nil)
  }

  /// - Throws: ``JSONFieldFailure`` if `value` is not an object.
  package init(_ value: JSONValue, _ name: Message) throws(JSONFieldFailure) {
    try self.init(JSONNode(value), name)
  }

  /// Passes failures to `report`.
  ///
  /// Returns `nil` if `node` is not an object.
  package init?(_ node: JSONNode, _ name: Message, report: @escaping Report) {
    do throws(JSONFieldFailure) {
      try self.init(node, name, reporting: report)
    } catch {
      report(error)
      return nil
    }
  }

  private init(
    _ node: JSONNode, _ name: Message, reporting report: Report?
  ) throws(JSONFieldFailure) {
    guard let object = node.value.object else {
      let kind = JSONFieldFailure.Kind.wrongType(expected: "an object", found: node.value.kindName)
      throw JSONFieldFailure(kind, object: name, node: node)
    }
    self.node = node
    self.name = name
    self.object = object
    self.report = report
  }

  /// Reports failures like this reader.
  ///
  /// Returns `nil` if `node` is not an object.
  func element(_ node: JSONNode, _ name: Message) -> JSONFields? {
    JSONFields(node, name, report: reportFailure)
  }

  /// Reports what `read` throws, and then returns `nil`.
  ///
  /// - Precondition: The reader was created with a closure for failures.
  package mutating func collect<Value>(
    _ read: (inout JSONFields) throws -> Value?
  ) -> Value? {
    do {
      return try read(&self)
    } catch {
      reportFailure(error as? JSONFieldFailure ?? JSONFieldFailure("\(error)"))
      return nil
    }
  }

  private func reportFailure(_ failure: JSONFieldFailure) {
    guard let report else { preconditionFailure("no closure for failures: \(failure)") }
    report(failure)
  }

  // MARK: - Keys

  /// Does not count as reading the field.
  package func has(_ key: String) -> Bool { object.node(of: key) != nil }

  /// Fields that were not read, in document order.
  package var unread: [JSONObject.Member] {
    object.members.filter { !knownKeySet.contains($0.key) }
  }

  /// Fields that were not read, by key.
  package var unknown: [String: JSONValue] {
    Dictionary(unread.map { ($0.key, $0.node.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// Refuses fields that were not read.
  package func finish() throws(JSONFieldFailure) {
    guard let member = unread.first else { return }
    throw failure(.unknown, member.key, member.node)
  }

  // MARK: - Values of any type

  /// Returns `nil` if the field is missing.
  package mutating func node(_ key: String) -> JSONNode? {
    if knownKeySet.insert(key).inserted { knownKeys.append(key) }
    return object.node(of: key)
  }

  mutating func required(_ key: String) throws(JSONFieldFailure) -> JSONNode {
    guard let field = node(key) else { throw failure(.missing, key, node) }
    return field
  }

  /// Returns `nil` if the field is missing.
  package mutating func optionalValue(_ key: String) -> JSONValue? { node(key)?.value }

  package mutating func value(_ key: String) throws(JSONFieldFailure) -> JSONValue {
    try required(key).value
  }

  /// Reads a field that `convert` accepts.
  ///
  /// `expected` describes allowed values in messages.
  ///
  /// - Throws: ``JSONFieldFailure`` if the field is missing or `convert` returns `nil`.
  package mutating func value<Value>(
    _ key: String, expected: @autoclosure () -> Message, _ convert: (JSONValue) -> Value?
  ) throws(JSONFieldFailure) -> Value {
    try converted(required(key), key, expected(), convert)
  }

  /// Reads a field that `convert` accepts, or returns `nil` if it is missing.
  package mutating func optionalValue<Value>(
    _ key: String, expected: @autoclosure () -> Message, _ convert: (JSONValue) -> Value?
  ) throws(JSONFieldFailure) -> Value? {
    guard let node = node(key) else { return nil }
    return try converted(node, key, expected(), convert)
  }

  private func converted<Value>(
    _ node: JSONNode, _ key: String, _ expected: @autoclosure () -> Message,
    _ convert: (JSONValue) -> Value?
  ) throws(JSONFieldFailure) -> Value {
    guard let value = convert(node.value) else {
      throw unexpected(node, key, expected: expected())
    }
    return value
  }

  // MARK: - Failures

  /// Describes a value that is not allowed.
  func unexpected(
    _ node: JSONNode, _ key: String, expected: Message
  ) -> JSONFieldFailure {
    switch node.value {
    case .string(let text):
      failure(.wrongValue(expected: expected, found: "'\(text.shortenedForDisplay())'"), key, node)
    case .number(let text):
      failure(
        .wrongValue(expected: expected, found: Message(verbatim: text.shortenedForDisplay())), key,
        node)
    default: wrongType(node, key, expected: expected)
    }
  }

  func wrongType(_ node: JSONNode, _ key: String, expected: Message) -> JSONFieldFailure {
    failure(.wrongType(expected: expected, found: node.value.kindName), key, node)
  }

  func failure(_ kind: JSONFieldFailure.Kind, _ key: String, _ node: JSONNode) -> JSONFieldFailure {
    JSONFieldFailure(kind, key: key, object: name, node: node)
  }
}
