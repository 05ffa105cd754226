import ErosConfig
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
    for kind in EntryKind.allCases where !self[kind].isEmpty {
      members[kind.section] = .sorted(self[kind].mapValues { $0.document(of: kind.row) })
    }
    return .sorted(members)
  }
}

extension RegistrySurface.Entry {
  fileprivate func document(of row: EntryRow) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for kind in row.memberKinds {
      if kind == .response {
        members["returns"] = .string(response ?? "any")
      } else if kind == .parameter, row.listsParameters {
        members[kind.section] = .strings(parameterTexts)
      } else if !self[kind].isEmpty {
        members[kind.section] = .sorted(self[kind].mapValues { $0.document(of: kind) })
      }
    }
    return .sorted(members)
  }

  /// The parameters, each as `name:type` or `name?:type`.
  ///
  /// The names are part of the surface, because pages pass parameters by name.
  private var parameterTexts: [String] {
    self[.parameter].sorted { inByteOrder($0.key, $1.key) }
      .map { "\($0.key)\($0.value.isRequired ? "" : "?"):\($0.value.inputs.joined())" }
  }
}

extension RegistrySurface.Member {
  fileprivate func document(of kind: MemberKind) -> JSONValue {
    let output = JSONValue.string(output ?? "any")
    return switch kind {
    case .method: .sorted(["args": .strings(inputs), "returns": output, "sync": .bool(isSync)])
    case .attribute, .parameter:
      .sorted(["required": .bool(isRequired), "type": .string(inputs.joined())])
    case .event, .response: output
    case .message: .sorted(["data": .string(inputs.joined()), "returns": output])
    }
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
    for kind in EntryKind.allCases where kind.row.members != nil {
      let row = kind.row
      self[kind] = try fields.records(kind.section) { fields throws(JSONFieldFailure) in
        try Entry(&fields, row)
      }
    }
  }
}

extension RegistrySurface.Entry {
  fileprivate init(_ fields: inout JSONFields, _ row: EntryRow) throws(JSONFieldFailure) {
    self.init()
    for kind in row.memberKinds {
      if kind == .response {
        response = try fields.optionalString("returns") ?? "any"
      } else if kind == .parameter, row.listsParameters {
        self[kind] = try fields.parameters()
      } else {
        self[kind] = try fields.members(kind)
      }
    }
  }
}

extension RegistrySurface.Member {
  fileprivate init(
    _ kind: MemberKind, _ fields: inout JSONFields
  ) throws(JSONFieldFailure) {
    self.init()
    switch kind {
    case .method:
      inputs = try fields.optionalStrings("args") ?? []
      output = try fields.optionalString("returns") ?? "void"
      isSync = try fields.flag("sync")
    case .attribute, .parameter:
      inputs = [try fields.optionalString("type") ?? "any"]
      isRequired = try fields.flag("required")
    case .message:
      inputs = [try fields.optionalString("data") ?? "any"]
      output = try fields.optionalString("returns") ?? "any"
    case .event, .response: break
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

  fileprivate mutating func members(
    _ kind: MemberKind
  ) throws(JSONFieldFailure) -> [String: RegistrySurface.Member] {
    guard kind == .event else {
      return try records(kind.section) { fields throws(JSONFieldFailure) in
        try RegistrySurface.Member(kind, &fields)
      }
    }
    // An event's payload is a text.
    var events: [String: RegistrySurface.Member] = [:]
    for member in try optionalObject(kind.section) ?? [] {
      events[member.key] = .init(output: try string(of: member))
    }
    return events
  }

  fileprivate mutating func parameters() throws(JSONFieldFailure)
    -> [String: RegistrySurface.Member]
  {
    var parameters: [String: RegistrySurface.Member] = [:]
    for text in try optionalStrings("params") ?? [] {
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else {
        throw JSONFieldFailure("'\(text.escapedForDisplay)' in \(name) is not a parameter")
      }
      let isOptional = parts[0].last == "?"
      parameters[String(isOptional ? parts[0].dropLast() : parts[0])] = .init(
        inputs: [String(parts[1])], isRequired: !isOptional)
    }
    return parameters
  }
}
