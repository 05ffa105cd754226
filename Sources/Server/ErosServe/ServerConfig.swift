import ErosCore
package import ErosProcess
package import ErosTransport
package import ErosTrust

/// The configuration of the server.
///
/// ```json
/// {
///   "root": "root.json",
///   "downloads": "https://cdn.example.org/releases/",
///   "apps": { "my-app": { "channel": "my-app/production" } }
/// }
/// ```
package struct ServerConfig: Sendable {
  /// The maximum length of the file, in bytes.
  package static let maximumLength = 1 << 20

  /// An app of legacy clients.
  package struct App: Sendable {
    /// The name that clients send.
    package let name: String
    /// The channel that contains its releases.
    package let channel: ChannelName
    package let settings: LegacyApp.Settings
  }

  /// The settings of `/app/add`.
  package struct Records: Sendable {
    /// The location of the token.
    package let token: KeySource
    /// The allowed prefixes of `jsPath`.
    package let jsPaths: [WebAddress]
  }

  /// The settings of `/console`.
  package struct Console: Sendable {
    /// The location of the token.
    package let token: KeySource
    /// The location of the store in the commands that the console prints, or `nil` to print the
    /// location that the server reads.
    package let store: String?
  }

  /// The settings of `/metrics`.
  package struct Metrics: Sendable {
    /// The location of the token, or `nil` if no token is required.
    package let token: KeySource?
  }

  /// The path of the trusted root metadata, relative to the folder of the configuration.
  package let root: String
  /// The base URL of the store's files for legacy clients.
  package let downloads: WebAddress
  package let apps: [App]
  /// The settings of `/app/add`, or `nil` if the server does not accept records.
  package let records: Records?
  /// The path of the database of usage reports, relative to the folder of the configuration.
  ///
  /// `nil` if the server does not accept usage reports.
  package let reports: String?
  /// The settings of `/metrics`, or `nil` if metrics are disabled.
  package let metrics: Metrics?
  /// The settings of `/console`, or `nil` if the console is disabled.
  package let console: Console?

  /// Parses a configuration.
  ///
  /// - Parameters:
  ///   - bytes: The JSON document. An unknown field is an error.
  ///   - file: The name of the document in errors.
  /// - Throws: ``ServeError/badConfig(_:reason:remedy:)``.
  package init(_ bytes: [UInt8], file: String) throws(ServeError) {
    do {
      let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 100_000)
      try self.init(JSONReader.read(bytes, file: file, limits: limits).value)
    } catch {
      throw .badConfig(
        file, reason: Self.reason(for: error), remedy: (error as? JSONError)?.remedy)
    }
  }

  private init(_ value: JSONValue) throws {
    var fields = try ConfigFields(
      value, "the configuration",
      ["root", "downloads", "apps", "add", "reports", "metrics", "console"])
    root = try fields.string("root")
    downloads = try WebAddress(try fields.string("downloads"))
    guard downloads.query == nil else { throw MetadataFault("'downloads' has a query") }
    apps = try fields.members("apps").map { try App(name: $0.key, $0.node.value) }
    guard !apps.isEmpty else { throw MetadataFault("'apps' is empty") }
    records = try fields.optional("add").map { try Records($0) }
    reports = try fields.has("reports") ? fields.string("reports") : nil
    metrics = try fields.optional("metrics").map { try Metrics($0) }
    console = try fields.optional("console").map { try Console($0) }
  }

  private static func reason(for error: any Error) -> String {
    switch error {
    // Its problem contains the file name, and so does the message of this error.
    case is JSONError: MetadataFault.reason(for: error)
    case let error as any ErosError: error.problem
    default: MetadataFault.reason(for: error)
    }
  }
}

extension ServerConfig.App {
  fileprivate init(name: String, _ value: JSONValue) throws {
    var fields = try ConfigFields(
      value, "the app '\(name.escapedForDisplay)'", ["channel", "equalVersions", "bucketCookie"])
    self.name = name
    channel = try ChannelName(try fields.string("channel"))
    var settings = LegacyApp.Settings()
    settings.needsEqualVersion = try fields.flag("equalVersions")
    settings.usesBuckets = try fields.flag("bucketCookie")
    self.settings = settings
  }
}

extension ServerConfig.Records {
  fileprivate init(_ value: JSONValue) throws {
    var fields = try ConfigFields(value, "'add'", ["token", "jsPaths"])
    token = try KeySource(try fields.string("token"))
    jsPaths = try fields.strings("jsPaths").map { try WebAddress($0) }
  }
}

extension ServerConfig.Console {
  fileprivate init(_ value: JSONValue) throws {
    var fields = try ConfigFields(value, "'console'", ["token", "store"])
    token = try KeySource(try fields.string("token"))
    store = try fields.has("store") ? fields.string("store") : nil
  }
}

extension ServerConfig.Metrics {
  fileprivate init(_ value: JSONValue) throws {
    var fields = try ConfigFields(value, "'metrics'", ["token"])
    token = try fields.has("token") ? KeySource(try fields.string("token")) : nil
  }
}

/// The fields of an object in the configuration.
private struct ConfigFields {
  private let name: String
  private var rest: JSONObject

  /// - Throws: `MetadataFault`, also for an unknown field.
  init(_ value: JSONValue, _ name: String, _ known: Set<String>) throws(MetadataFault) {
    guard let object = value.object else {
      throw MetadataFault("\(name) is \(value.kindName), expected an object")
    }
    if let unknown = object.members.first(where: { !known.contains($0.key) }) {
      throw MetadataFault("unknown field '\(unknown.key.escapedForDisplay)' in \(name)")
    }
    self.name = name
    rest = object
  }

  mutating func optional(_ key: String) -> JSONValue? {
    defer { rest[key] = nil }
    return rest[key]
  }

  func has(_ key: String) -> Bool { rest[key] != nil }

  mutating func string(_ key: String) throws(MetadataFault) -> String {
    let value = try required(key)
    guard let text = value.string else { throw fault(key, value, expected: "a string") }
    return text
  }

  mutating func flag(_ key: String) throws(MetadataFault) -> Bool {
    guard let value = optional(key) else { return false }
    guard let flag = value.bool else { throw fault(key, value, expected: "a boolean") }
    return flag
  }

  mutating func members(_ key: String) throws(MetadataFault) -> [JSONObject.Member] {
    let value = try required(key)
    guard let object = value.object else { throw fault(key, value, expected: "an object") }
    return object.members
  }

  mutating func strings(_ key: String) throws(MetadataFault) -> [String] {
    let value = try required(key)
    guard let nodes = value.array else { throw fault(key, value, expected: "a list") }
    return try nodes.map { node throws(MetadataFault) in
      guard let text = node.value.string else {
        throw MetadataFault("'\(key)' of \(name) contains \(node.value.kindName), expected strings")
      }
      return text
    }
  }

  private mutating func required(_ key: String) throws(MetadataFault) -> JSONValue {
    guard let value = optional(key) else { throw MetadataFault("\(name) lacks '\(key)'") }
    return value
  }

  private func fault(_ key: String, _ value: JSONValue, expected kind: String) -> MetadataFault {
    MetadataFault("'\(key)' of \(name) is \(value.kindName), expected \(kind)")
  }
}
