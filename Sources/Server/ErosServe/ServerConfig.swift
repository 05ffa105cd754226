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
    var fields = try JSONFields(
      value, "the configuration",
      keys: ["root", "downloads", "apps", "add", "reports", "metrics", "console"])
    root = try fields.string("root")
    downloads = try WebAddress(try fields.string("downloads"))
    guard downloads.query == nil else { throw JSONFieldFailure("'downloads' has a query") }
    apps = try fields.object("apps").map { try App(name: $0.key, $0.node.value) }
    guard !apps.isEmpty else { throw JSONFieldFailure("'apps' is empty") }
    records = try fields.optionalValue("add").map { try Records($0) }
    reports = try fields.optionalString("reports")
    metrics = try fields.optionalValue("metrics").map { try Metrics($0) }
    console = try fields.optionalValue("console").map { try Console($0) }
  }

  private static func reason(for error: any Error) -> String {
    switch error {
    // Its problem contains the file name, and so does the message of this error.
    case is JSONError: JSONFieldFailure.reason(for: error)
    case let error as any ErosError: error.problem
    default: JSONFieldFailure.reason(for: error)
    }
  }
}

extension ServerConfig.App {
  fileprivate init(name: String, _ value: JSONValue) throws {
    var fields = try JSONFields(
      value, "the app '\(name.escapedForDisplay)'",
      keys: ["channel", "equalVersions", "bucketCookie"])
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
    var fields = try JSONFields(value, "'add'", keys: ["token", "jsPaths"])
    token = try KeySource(try fields.string("token"))
    jsPaths = try fields.strings("jsPaths").map { try WebAddress($0) }
  }
}

extension ServerConfig.Console {
  fileprivate init(_ value: JSONValue) throws {
    var fields = try JSONFields(value, "'console'", keys: ["token", "store"])
    token = try KeySource(try fields.string("token"))
    store = try fields.optionalString("store")
  }
}

extension ServerConfig.Metrics {
  fileprivate init(_ value: JSONValue) throws {
    var fields = try JSONFields(value, "'metrics'", keys: ["token"])
    token = try fields.optionalString("token").map { try KeySource($0) }
  }
}
