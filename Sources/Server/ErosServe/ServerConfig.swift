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
  /// The maximum number of bytes of the file.
  package static let maximumLength = 1 << 20

  /// An app of legacy clients.
  package struct App: Sendable {
    /// The name that clients send.
    package let name: String
    /// The channel with its releases.
    package let channel: ChannelName
    package let settings: LegacyApp.Settings
  }

  /// The settings of `/app/add`.
  package struct Records: Sendable {
    /// The location of the token.
    package let token: KeySource
    /// The URLs below which those of records must be.
    package let jsPaths: [WebAddress]
  }

  /// The settings of `/console`.
  package struct Console: Sendable {
    /// The location of the token.
    package let token: KeySource
    /// The location of the store in the commands that the console prints; `nil` for the one that the
    /// server reads.
    package let store: String?
  }

  /// The settings of `/metrics`.
  package struct Metrics: Sendable {
    /// The location of the token; `nil` if none is required.
    package let token: KeySource?
  }

  /// The path of the trusted root metadata, relative to the folder of the configuration.
  package let root: String
  /// The URL below which legacy clients download the files of the store.
  package let downloads: WebAddress
  package let apps: [App]
  /// The settings of `/app/add`; `nil` if records are not accepted.
  package let records: Records?
  /// The path of the database of reports, relative to the folder of the configuration; `nil` if
  /// reports are not accepted.
  package let reports: String?
  /// The settings of `/metrics`, or `nil` if metrics are disabled.
  package let metrics: Metrics?
  /// The settings of `/console`, or `nil` if the console is disabled.
  package let console: Console?

  /// Reads a configuration.
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
    // Its problem names the file, as the message of this error does.
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
