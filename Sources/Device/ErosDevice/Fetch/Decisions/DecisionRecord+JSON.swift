package import ErosCore
import ErosCrypto

extension DecisionRecord {
  /// The record as a JSON document.
  public var text: String {
    String(decoding: JSONWriter.write(json, layout: .pretty), as: UTF8.self)
  }

  package var json: JSONValue {
    .sorted([
      "version": .integer(Self.version), "created": .string(created.utc), "state": state.json,
      "stateFailure": .string(orNull: stateFailure?.rawValue),
      "channels": .sorted(channels.mapValues(\.json)), "trust": trust?.json ?? .null,
      "disk": disk?.json ?? .null, "decisions": .list(decisions.map(\.json)),
    ])
  }

  /// Parses a document that a user sent.
  ///
  /// Ignores unknown fields.
  ///
  /// - Throws: ``DecisionRecordError`` if the document is malformed, has more than 32 decisions, or
  ///   comes from a later version of eros.
  package init(_ bytes: [UInt8], file: String) throws(DecisionRecordError) {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 50_000, depth: 16)
      let node = try JSONReader.read(bytes, file: file, limits: limits)
      try self.init(JSONFields(node, "the document"))
    } catch let error as JSONError {
      throw .malformed(file, reason: "\(error.position): \(error.kind)")
    } catch DecisionRecordError.laterVersion(_, let version) {
      throw .laterVersion(file, version)
    } catch {
      throw .malformed(file, reason: JSONFieldFailure.reason(for: error))
    }
  }

  private init(_ document: JSONFields) throws {
    var fields = document
    let version = try fields.integer("version", from: 1)
    guard version == Self.version else { throw DecisionRecordError.laterVersion("", version) }
    let nodes = try fields.array("decisions")
    guard nodes.count <= DecisionLog.maximumCount else {
      throw JSONFieldFailure("it has more than \(DecisionLog.maximumCount) decisions")
    }
    guard let state = SandboxState(try fields.value("state")) else {
      throw JSONFieldFailure("'state' is not the state of a sandbox")
    }
    try self.init(
      created: fields.utcTime("created"), decisions: nodes.map { try Decision($0.value) },
      state: state)
    if let name = try Self.text(fields.optionalValue("stateFailure")) {
      stateFailure = DecisionReason(name: name)
    }
    for member in try fields.optionalObject("channels") ?? [] {
      channels[member.key] = try Channel(member.node.value)
    }
    trust = try Self.value(fields.optionalValue("trust"), TrustedMetadata.init)
    disk = try Self.value(fields.optionalValue("disk"), Disk.init)
  }

  private static func text(_ value: JSONValue?) throws(JSONFieldFailure) -> String? {
    switch value {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw JSONFieldFailure("'stateFailure' is not a string")
    }
  }

  private static func value<Value>(
    _ value: JSONValue?, _ read: (JSONValue) throws(JSONFieldFailure) -> Value
  ) throws(JSONFieldFailure) -> Value? {
    switch value {
    case nil, .null: return nil
    case let value?: return try read(value)
    }
  }
}

extension DecisionRecord.Channel {
  fileprivate var json: JSONValue {
    .sorted([
      "checked": .string(orNull: checked?.utc),
      "releases": .sorted(
        Dictionary(uniqueKeysWithValues: numbers.map { ("\($0.key)", .integer($0.value)) })),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "a channel")
    let checked = fields.optionalValue("checked")
    self.init(checked: checked?.string.flatMap { Timestamp(utc: $0) })
    for member in try fields.object("releases") {
      guard let tree = TreeHash(member.key), let number = member.node.value.integer, number >= 0
      else { throw JSONFieldFailure("'releases' of a channel has an invalid release") }
      numbers[tree] = number
    }
  }
}

extension TrustedMetadata {
  fileprivate var json: JSONValue {
    .sorted([
      "root": .integer(root), "rootDigest": .string("\(rootDigest)"),
      "timestamp": .integer(orNull: timestamp), "expires": .string(orNull: expires?.utc),
    ])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'trust'")
    try self.init(
      root: fields.integer("root", from: 0), rootDigest: fields.digest("rootDigest"),
      timestamp: fields.optionalValue("timestamp")?.integer,
      expires: fields.optionalValue("expires")?.string.flatMap { Timestamp(utc: $0) })
  }
}

extension DecisionRecord.Disk {
  fileprivate var json: JSONValue {
    .sorted(["writable": .bool(isWritable), "freeMiB": .integer(free)])
  }

  fileprivate init(_ value: JSONValue) throws(JSONFieldFailure) {
    var fields = try JSONFields(value, "'disk'")
    try self.init(
      isWritable: fields.flag("writable"), free: fields.integer("freeMiB", from: 0))
  }
}
