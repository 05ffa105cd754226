import ErosCore
import ErosProcess
import ErosTransport
import ErosTrust

/// The configuration of the server.
///
/// ```json
/// {
///   "root": "root.json",
///   "downloads": "https://cdn.example.org/releases/",
///   "apps": { "my-app": { "channel": "my-app/production" } }
/// }
/// ```
struct ServerConfig: Sendable {
  /// In bytes.
  static let maximumLength = 1 << 20

  /// An app that legacy clients ask for.
  struct App: Sendable {
    /// As clients send it.
    let name: String
    /// The channel with its releases.
    let channel: ChannelName
    let settings: LegacyApp.Settings
  }

  /// Settings for `/app/add`.
  struct Records: Sendable {
    /// Where the token is.
    let token: KeySource
    /// Allowed prefixes for `jsPath`.
    let jsPaths: [WebAddress]
  }

  /// Settings for `/console`.
  struct Console: Sendable {
    /// Where the token is.
    let token: KeySource
    /// The store in commands that the console prints.
    ///
    /// `nil` prints the location that the server reads.
    let store: String?
  }

  /// Settings for `/metrics`.
  struct Metrics: Sendable {
    /// Where the token is, or `nil` if none is needed.
    let token: KeySource?
  }

  struct Webhook: Sendable {
    /// The URL, or where it is.
    enum Address: Sendable {
      case url(WebAddress)
      case secret(KeySource)
    }

    /// The configuration field, for example `webhooks[0]`.
    let name: String
    let address: Address
    let format: WebhookFormat
    /// Where the secret that signs messages is, or `nil` for unsigned ones.
    let secret: KeySource?
    let kinds: Set<Alarm.Kind>
  }

  /// Relative to the folder of the configuration.
  let root: String
  /// The base URL of files for legacy clients.
  let downloads: WebAddress
  let apps: [App]
  /// `nil` if the server accepts no records.
  let records: Records?
  /// The database for usage reports, relative to the folder of the configuration.
  ///
  /// `nil` if the server accepts none.
  let reports: String?
  /// `nil` if metrics are off.
  let metrics: Metrics?
  /// `nil` if there is no console.
  let console: Console?
  let webhooks: [Webhook]

  /// Parses a configuration.
  ///
  /// - Parameters:
  ///   - bytes: A JSON document with no unknown fields.
  ///   - file: Its name in errors.
  /// - Throws: ``ServeError/badConfig(_:reason:remedy:)`` for the first problem.
  init(_ bytes: [UInt8], file: String) throws(ServeError) {
    var problems = ConfigProblems(file)
    guard let config = Self(bytes, &problems), problems.list.isEmpty else {
      throw problems.list.first?.serveError ?? .badConfig(file, reason: "it is invalid")
    }
    self = config
  }

  /// Stands in for an invalid URL.
  private static let unusableDownloads = "https://downloads.invalid/"

  /// Parses a configuration and reports every problem.
  ///
  /// Returns `nil` if it is not an object.
  ///
  /// After a problem, use the result only to check its files: invalid values are left out or
  /// replaced.
  init?(_ bytes: [UInt8], _ problems: inout ConfigProblems) {
    let limits = JSONReader.Limits(bytes: Self.maximumLength, values: 100_000)
    let file = problems.file
    guard
      let value = problems.collect("", { try JSONReader.read(bytes, file: file, limits: limits) }),
      var fields = problems.fields(
        of: value.value, "the configuration", at: "",
        keys: ["root", "downloads", "apps", "add", "reports", "metrics", "console", "webhooks"])
    else { return nil }
    root = problems.collect("root") { try fields.string("root") } ?? ""
    let downloads = problems.collect("downloads") { try Self.downloads(&fields) }
    let members = problems.collect("apps") { try fields.object("apps") }
    apps = members?.compactMap { App(name: $0.key, $0.node.value, &problems) } ?? []
    if members?.isEmpty ?? false {
      problems.add("apps", JSONFieldFailure("'apps' is empty"))
    }
    records = fields.optionalValue("add").flatMap { Records($0, &problems) }
    reports = problems.collect("reports") { try fields.optionalString("reports") } ?? nil
    metrics = fields.optionalValue("metrics").flatMap { Metrics($0, &problems) }
    console = fields.optionalValue("console").flatMap { Console($0, &problems) }
    webhooks = Self.webhooks(&fields, &problems)
    guard let downloads = downloads ?? (try? WebAddress(Self.unusableDownloads)) else { return nil }
    self.downloads = downloads
  }

  private static func downloads(_ fields: inout JSONFields) throws -> WebAddress {
    let address = try WebAddress(try fields.string("downloads"))
    guard address.query == nil else { throw JSONFieldFailure("'downloads' has a query") }
    return address
  }

  private static func webhooks(
    _ fields: inout JSONFields, _ problems: inout ConfigProblems
  ) -> [Webhook] {
    guard let list = fields.optionalValue("webhooks") else { return [] }
    guard let items = list.array else {
      problems.add(
        "webhooks", JSONFieldFailure("'webhooks' is \(list.kindName), expected an array"))
      return []
    }
    if items.count > Webhook.maximumCount {
      problems.add(
        "webhooks", JSONFieldFailure("'webhooks' has more than \(Webhook.maximumCount) entries"))
    }
    return items.enumerated().compactMap { Webhook($1.value, at: $0, &problems) }
  }
}

extension ServerConfig.App {
  fileprivate init?(name: String, _ value: JSONValue, _ problems: inout ConfigProblems) {
    let path = "apps.\(name)"
    guard
      var fields = problems.fields(
        of: value, "the app '\(name.escapedForDisplay)'", at: path,
        keys: ["channel", "equalVersions", "bucketCookie"])
    else { return nil }
    self.name = name
    let channel = problems.collect("\(path).channel") {
      try ChannelName(try fields.string("channel"))
    }
    var settings = LegacyApp.Settings()
    for (key, setting) in [
      ("equalVersions", \LegacyApp.Settings.needsEqualVersion),
      ("bucketCookie", \LegacyApp.Settings.usesBuckets),
    ] {
      let value = problems.collect("\(path).\(key)") { try fields.flag(key) }
      settings[keyPath: setting] = value ?? false
    }
    self.settings = settings
    guard let channel else { return nil }
    self.channel = channel
  }
}

extension ServerConfig.Records {
  fileprivate init?(_ value: JSONValue, _ problems: inout ConfigProblems) {
    guard
      var fields = problems.fields(of: value, "'add'", at: "add", keys: ["token", "jsPaths"])
    else { return nil }
    let token = problems.collect("add.token") { try KeySource(try fields.string("token")) }
    let jsPaths = problems.collect("add.jsPaths") {
      try fields.strings("jsPaths").map { try WebAddress($0) }
    }
    guard let token, let jsPaths else { return nil }
    (self.token, self.jsPaths) = (token, jsPaths)
  }
}

extension ServerConfig.Console {
  fileprivate init?(_ value: JSONValue, _ problems: inout ConfigProblems) {
    guard
      var fields = problems.fields(of: value, "'console'", at: "console", keys: ["token", "store"])
    else { return nil }
    let token = problems.collect("console.token") { try KeySource(try fields.string("token")) }
    store = problems.collect("console.store") { try fields.optionalString("store") } ?? nil
    guard let token else { return nil }
    self.token = token
  }
}

extension ServerConfig.Metrics {
  fileprivate init?(_ value: JSONValue, _ problems: inout ConfigProblems) {
    guard var fields = problems.fields(of: value, "'metrics'", at: "metrics", keys: ["token"])
    else { return nil }
    token =
      problems.collect("metrics.token") {
        try fields.optionalString("token").map { try KeySource($0) }
      } ?? nil
  }
}

extension ServerConfig.Webhook {
  fileprivate static let maximumCount = 16

  fileprivate init?(_ value: JSONValue, at index: Int, _ problems: inout ConfigProblems) {
    let path = "webhooks[\(index)]"
    guard
      var fields = problems.fields(
        of: value, "'\(path)'", at: path, keys: ["url", "format", "secret", "events"])
    else { return nil }
    let address = problems.collect("\(path).url") { try Address(try fields.string("url")) }
    let formats = WebhookFormat.allCases.map(\.rawValue)
    let format = problems.collect("\(path).format") {
      try fields.optionalValue("format", expected: Message(verbatim: formats.quotedForDisplay)) {
        $0.string.flatMap { WebhookFormat(rawValue: $0) }
      } ?? .json
    }
    secret =
      problems.collect("\(path).secret") {
        try fields.optionalString("secret").map { try KeySource($0) }
      } ?? nil
    let kinds = problems.collect("\(path).events") {
      try fields.has("events") ? Self.kinds(fields.strings("events")) : Set(Alarm.Kind.allCases)
    }
    guard let address else { return nil }
    if secret != nil, let format, !format.isSigned {
      problems.add(
        "\(path).secret",
        JSONFieldFailure("'\(path).secret' is not used by the format '\(format.rawValue)'"))
    }
    // After a problem, no webhook is used, but its files are still checked.
    (name, self.address, self.format, self.kinds) = (path, address, format ?? .json, kinds ?? [])
  }

  private static func kinds(_ names: [String]) throws -> Set<Alarm.Kind> {
    Set(
      try names.map { name in
        guard let kind = Alarm.Kind(rawValue: name) else {
          let eventNames = Alarm.Kind.allCases.map(\.rawValue)
          throw JSONFieldFailure(
            "unknown event '\(name.shortenedForDisplay())', expected \(eventNames.quotedForDisplay)"
          )
        }
        return kind
      })
  }
}

extension ServerConfig.Webhook.Address {
  fileprivate init(_ text: String) throws {
    guard text.contains("://") else {
      self = .secret(try KeySource(text))
      return
    }
    // The URL is a secret, so the error must not contain it.
    guard let address = try? WebAddress(text) else {
      throw JSONFieldFailure("'url' is not a valid http or https URL")
    }
    self = .url(address)
  }
}
