import ErosConfig
import ErosCore

extension EntryRow {
  /// A Rexxar container API: a request that the app handles instead of a server.
  static let containerAPI = EntryRow(
    noun: "container API", subject: "a container API", nameNoun: "container API path",
    members: [.response],
    // Container APIs for iOS choose their requests by the prefix of the path.
    prefixPlatform: .ios,
    paths: Paths(rule: .containerPath, prefixes: [.ios: "/api"]),
    bases: [.ios: ["RXRContainerAPI"], .android: ["RexxarContainerAPI"]],
    reference: Reference(
      page: "container-apis", title: "Container APIs",
      introduction: "The app answers requests for these addresses.",
      language: "http",
      usage: { api, _ in
        let methods = (api.details as? ContainerDetails)?.methods ?? []
        return [
          (methods.isEmpty ? "" : methods.joined(separator: ", ") + " ") + "/api\(api.path.value)"
        ]
      }),
    read: { reader, fields, _ in reader.containerAPI(&fields) })
}

private struct ContainerDetails: EntryDetails {
  /// The path after the leading `/api`.
  let path: String
  let methods: [String]
  let isAsync: Bool

  var manifest: [String: JSONValue] {
    ["path": .string(path), "methods": .strings(methods), "async": .bool(isAsync)]
  }
}

extension RegistryParser {
  fileprivate mutating func containerAPI(_ reader: inout JSONFields) -> Entry? {
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let path = path(&reader, .containerPath)
    let facts = facts(&reader)
    let methods = reader.choices("methods", RequestMethod.self, log: log).map(\.value.rawValue)
    let returns = reader.node("returns").map { types.read($0, .value) }
    let isAsync = reader.boolean("async") ?? false
    guard let name, let path else { return nil }
    let response = EntryMember(
      kind: .response, name: Located(MemberKind.response.rawValue, at: path.offset),
      declaredType: returns)
    return Entry(
      kind: .containerAPI, title: name, names: [path], facts: facts, members: [response],
      details: ContainerDetails(path: path.value, methods: methods, isAsync: isAsync))
  }
}

/// The HTTP methods that a container API can handle.
private enum RequestMethod: String, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case delete = "DELETE"
}
