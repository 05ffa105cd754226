import ErosCore

extension RegistrySurface {
  /// The version of the format.
  ///
  /// Readers reject any other version.
  static let format = 1

  /// The surface as JSON.
  ///
  /// Empty categories are omitted, so a new category does not change existing fingerprints.
  var document: JSONValue {
    var members: [String: JSONValue] = [
      "format": .integer(Self.format), "platform": .string(platform.rawValue),
    ]
    members.add(
      "modules",
      modules.mapValues { methods in
        .withoutEmpty(["methods": .sorted(methods.mapValues(\.document))])
      })
    members.add("components", components.mapValues(\.document))
    members.add("widgets", widgets.mapValues { .sorted(["params": .strings($0.parameterTexts)]) })
    members.add("containerAPIs", containerAPIs.mapValues { .sorted(["returns": .string($0)]) })
    members.add("embedViews", embedViews.mapValues(\.document))
    members.add(
      "jsApis", Dictionary(uniqueKeysWithValues: jsAPIs.map { ($0, JSONValue.sorted([:])) }))
    return .sorted(members)
  }
}

extension RegistrySurface.Method {
  fileprivate var document: JSONValue {
    .sorted(["args": .strings(args), "returns": .string(returns), "sync": .bool(isSync)])
  }
}

extension RegistrySurface.Attribute {
  fileprivate var document: JSONValue {
    .sorted(["required": .bool(isRequired), "type": .string(type)])
  }
}

extension RegistrySurface.Component {
  fileprivate var document: JSONValue {
    .withoutEmpty([
      "attributes": .sorted(attributes.mapValues(\.document)),
      "events": .sorted(events.mapValues { .string($0) }),
      "methods": .sorted(methods.mapValues(\.document)),
    ])
  }
}

extension RegistrySurface.EmbedView {
  fileprivate var document: JSONValue {
    .withoutEmpty([
      "events": .sorted(events.mapValues { .string($0) }),
      "messages": .sorted(
        messages.mapValues {
          .sorted(["data": .string($0.data), "returns": .string($0.returns)])
        }),
      "params": .sorted(params.mapValues(\.document)),
    ])
  }
}

extension [String: RegistrySurface.Attribute] {
  /// A widget's parameters, each as `name:type` or `name?:type`.
  ///
  /// The names are part of the surface, because pages pass parameters by name.
  fileprivate var parameterTexts: [String] {
    sorted { inByteOrder($0.key, $1.key) }
      .map { "\($0.key)\($0.value.isRequired ? "" : "?"):\($0.value.type)" }
  }
}

extension [String: JSONValue] {
  fileprivate mutating func add(_ key: String, _ members: [String: JSONValue]) {
    if !members.isEmpty { self[key] = .sorted(members) }
  }
}

extension JSONValue {
  fileprivate static func withoutEmpty(_ members: [String: JSONValue]) -> JSONValue {
    .sorted(members.filter { $0.value.object?.members.isEmpty == false })
  }
}

// MARK: - Reading

extension RegistrySurface {
  /// Reads a document, or returns `nil` if its format is invalid or unsupported.
  init?(document: JSONValue) {
    do throws(JSONFieldFailure) {
      try self.init(fields: JSONFields(document, "the surface"))
    } catch {
      return nil
    }
  }

  private init(fields: JSONFields) throws(JSONFieldFailure) {
    var fields = fields
    let format = Int64(Self.format)
    _ = try fields.integer("format", from: format, to: format)
    self.init(
      platform: try fields.value("platform", expected: "a platform") {
        $0.string.flatMap(Platform.init)
      })
    modules = try fields.records("modules") { fields throws(JSONFieldFailure) in
      try fields.methods()
    }
    components = try fields.records("components", Component.init)
    widgets = try fields.records("widgets") { fields throws(JSONFieldFailure) in
      try fields.parameters()
    }
    containerAPIs = try fields.records("containerAPIs") { fields throws(JSONFieldFailure) in
      try fields.optionalString("returns") ?? "any"
    }
    embedViews = try fields.records("embedViews", EmbedView.init)
    jsAPIs = Set(try fields.records("jsApis") { _ in () }.keys)
  }
}

extension RegistrySurface.Component {
  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(
      attributes: fields.attributes("attributes"), events: fields.payloads("events"),
      methods: fields.methods())
  }
}

extension RegistrySurface.EmbedView {
  fileprivate init(_ fields: inout JSONFields) throws(JSONFieldFailure) {
    try self.init(params: fields.attributes("params"), events: fields.payloads("events"))
    messages = try fields.records("messages") { fields throws(JSONFieldFailure) in
      try .init(
        data: fields.optionalString("data") ?? "any",
        returns: fields.optionalString("returns") ?? "any")
    }
  }
}

extension JSONFields {
  /// Reads an object of objects.
  ///
  /// A missing one is empty.
  fileprivate mutating func records<Record>(
    _ key: String, _ read: (inout JSONFields) throws(JSONFieldFailure) -> Record
  ) throws(JSONFieldFailure) -> [String: Record] {
    var records: [String: Record] = [:]
    for member in try optionalObject(key) ?? [] {
      var fields = try JSONFields(member.node, "'\(member.key)' of '\(key)'")
      records[member.key] = try read(&fields)
    }
    return records
  }

  fileprivate mutating func methods() throws(JSONFieldFailure) -> [String: RegistrySurface.Method] {
    try records("methods") { fields throws(JSONFieldFailure) in
      try .init(
        args: fields.optionalStrings("args") ?? [],
        returns: fields.optionalString("returns") ?? "void", isSync: fields.flag("sync"))
    }
  }

  fileprivate mutating func attributes(
    _ key: String
  ) throws(JSONFieldFailure) -> [String: RegistrySurface.Attribute] {
    try records(key) { fields throws(JSONFieldFailure) in
      try .init(
        type: fields.optionalString("type") ?? "any", isRequired: fields.flag("required"))
    }
  }

  fileprivate mutating func payloads(_ key: String) throws(JSONFieldFailure) -> [String: String] {
    var payloads: [String: String] = [:]
    for member in try optionalObject(key) ?? [] { payloads[member.key] = try string(of: member) }
    return payloads
  }

  fileprivate mutating func parameters() throws(JSONFieldFailure)
    -> [String: RegistrySurface.Attribute]
  {
    var parameters: [String: RegistrySurface.Attribute] = [:]
    for text in try optionalStrings("params") ?? [] {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        throw JSONFieldFailure("'\(text.escapedForDisplay)' in \(name) is not a parameter")
      }
      let isOptional = parts[0].last == "?"
      parameters[String(isOptional ? parts[0].dropLast() : parts[0])] = .init(
        type: String(parts[1]), isRequired: !isOptional)
    }
    return parameters
  }
}
