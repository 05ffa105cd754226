package import ErosCore

extension RegistrySurface {
  /// The version of the format.
  ///
  /// Readers reject other versions.
  package static let format = 1

  /// The surface as JSON.
  ///
  /// Empty categories are omitted, so a new category does not change existing fingerprints.
  package var document: JSONValue {
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
  /// The parameters of a widget, each as `name:type` or `name?:type`.
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
  /// Returns an object with the members that are not empty.
  fileprivate static func withoutEmpty(_ members: [String: JSONValue]) -> JSONValue {
    .sorted(members.filter { $0.value.object?.members.isEmpty == false })
  }
}

// MARK: - Reading

extension RegistrySurface {
  /// Reads a document, or returns `nil` if its format is invalid or unsupported.
  package init?(document: JSONValue) {
    guard let root = document.object, root["format"]?.integer == Int64(Self.format),
      let platform = root["platform"]?.string.flatMap(Platform.init)
    else { return nil }
    self.init(platform: platform)
    let categories: [(String, (inout Self, String, JSONObject) -> Void)] = [
      ("modules", { $0.modules[$1] = $2.methods }),
      ("components", { $0.components[$1] = Component(document: $2) }),
      ("widgets", { $0.widgets[$1] = $2.parameters }),
      ("containerAPIs", { $0.containerAPIs[$1] = $2["returns"]?.string ?? "any" }),
      ("embedViews", { $0.embedViews[$1] = EmbedView(document: $2) }),
      ("jsApis", { surface, name, _ in surface.jsAPIs.insert(name) }),
    ]
    for (category, read) in categories {
      for member in root[category]?.object?.members ?? [] {
        guard let object = member.node.value.object else { return nil }
        read(&self, member.key, object)
      }
    }
  }
}

extension RegistrySurface.Component {
  fileprivate init(document: JSONObject) {
    self.init(
      attributes: document.attributes("attributes"), events: document.payloads("events"),
      methods: document.methods)
  }
}

extension RegistrySurface.EmbedView {
  fileprivate init(document: JSONObject) {
    self.init(params: document.attributes("params"), events: document.payloads("events"))
    for member in document["messages"]?.object?.members ?? [] {
      let message = member.node.value.object
      messages[member.key] = .init(
        data: message?["data"]?.string ?? "any", returns: message?["returns"]?.string ?? "any")
    }
  }
}

extension JSONObject {
  fileprivate var methods: [String: RegistrySurface.Method] {
    (self["methods"]?.object?.members ?? []).reduce(into: [:]) { methods, member in
      let method = member.node.value.object
      methods[member.key] = .init(
        args: method?["args"]?.array?.compactMap(\.value.string) ?? [],
        returns: method?["returns"]?.string ?? "void", isSync: method?["sync"]?.bool ?? false)
    }
  }

  fileprivate func attributes(_ key: String) -> [String: RegistrySurface.Attribute] {
    (self[key]?.object?.members ?? []).reduce(into: [:]) { attributes, member in
      let attribute = member.node.value.object
      attributes[member.key] = .init(
        type: attribute?["type"]?.string ?? "any",
        isRequired: attribute?["required"]?.bool ?? false)
    }
  }

  fileprivate func payloads(_ key: String) -> [String: String] {
    (self[key]?.object?.members ?? []).reduce(into: [:]) {
      $0[$1.key] = $1.node.value.string ?? "any"
    }
  }

  fileprivate var parameters: [String: RegistrySurface.Attribute] {
    (self["params"]?.array ?? []).compactMap(\.value.string).reduce(into: [:]) { found, text in
      let parts = text.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { return }
      let isOptional = parts[0].last == "?"
      found[String(isOptional ? parts[0].dropLast() : parts[0])] = .init(
        type: String(parts[1]), isRequired: !isOptional)
    }
  }
}
