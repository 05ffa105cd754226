import ErosCore
package import ErosTransport

/// Region, endpoint and credentials, found as AWS tools find them.
///
/// An option wins over the environment, the environment over the profile, and that over the
/// default.
package struct AWSSettings: Sendable {
  package struct Options: Sendable {
    /// A profile name.
    ///
    /// It wins over keys in the environment.
    package var profile: String?
    /// Such as `eu-central-1`.
    package var region: String?
    package var endpoint: String?
    /// Set this to allow asking the endpoint of a container for credentials.
    package var usesContainerEndpoint = false

    package init() {}
  }

  /// Such as `us-east-1`.
  package let region: String
  /// The URL of the store, or `nil` for the AWS endpoint in ``region``.
  package let endpoint: WebAddress?

  private let environment: AWSEnvironment
  private let profile: AWSProfile
  private let options: Options

  /// Reads the environment and, if it exists, the profile.
  ///
  /// - Throws: ``StoreError/aws(_:)`` if a setting is invalid, `TransportError` if the endpoint is
  ///   malformed, or `FileError` if a profile file cannot be read.
  package init(_ options: Options = Options(), environment: [String: String]) throws {
    let environment = AWSEnvironment(environment)
    let profile = try AWSProfile(options.profile, environment)
    self.options = options
    self.environment = environment
    self.profile = profile
    region =
      options.region ?? environment["AWS_REGION"] ?? environment["AWS_DEFAULT_REGION"]
      ?? profile.settings["region"] ?? "us-east-1"
    let endpoint =
      options.endpoint ?? environment["AWS_ENDPOINT_URL_S3"] ?? environment["AWS_ENDPOINT_URL"]
      ?? profile.settings["endpoint_url"]
    self.endpoint = try endpoint.map { text throws(TransportError) in try WebAddress(text) }
    guard Self.isRegion(region) else { throw StoreError.aws(.invalidRegion(region)) }
  }

  /// Returns the credentials, from the endpoint of a container only if the options allow it.
  ///
  /// - Throws: ``StoreError/aws(_:)`` if there are none, `TransportError` if the endpoint fails,
  ///   `FileError` if its token file cannot be read, or `CancellationError`.
  package func credentials(over transport: any Transport) async throws -> AWSCredentials {
    if options.profile == nil, let credentials = try environment.credentials() {
      return credentials
    }
    if let credentials = try profile.credentials() { return credentials }
    if options.usesContainerEndpoint {
      return try await AWSContainerEndpoint(environment).credentials(over: transport)
    }
    throw StoreError.aws(
      .noCredentials(
        profile: profile.name, hasContainerEndpoint: AWSContainerEndpoint.exists(environment)))
  }

  static func isRegion(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64
      && text.utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
  }
}

/// Looks up variables.
///
/// An empty one counts as missing.
struct AWSEnvironment: Sendable {
  private let variables: [String: String]

  init(_ variables: [String: String]) { self.variables = variables }

  subscript(name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns `nil` if the environment has no credentials.
  func credentials() throws(StoreError) -> AWSCredentials? {
    try AWSCredentials.parsing(
      keyID: "AWS_ACCESS_KEY_ID", secret: "AWS_SECRET_ACCESS_KEY", token: "AWS_SESSION_TOKEN",
      source: "the environment"
    ) { self[$0] }
  }

  /// Returns a path in the home folder, unless a variable names another file.
  func path(_ variable: String, default name: String) -> String? {
    if let path = self[variable] {
      guard path.hasPrefix("~/"), let home = self["HOME"] else { return path }
      return home + path.dropFirst()
    }
    return self["HOME"].map { "\($0)/.aws/\(name)" }
  }
}

extension AWSCredentials {
  /// Returns `nil` if `source` has neither a key ID nor a secret.
  static func parsing(
    keyID: String, secret: String, token: String, source: Message, _ value: (String) -> String?
  ) throws(StoreError) -> AWSCredentials? {
    switch (value(keyID), value(secret)) {
    case (nil, nil): return nil
    case (let id?, let key?):
      let token = value(token).flatMap { $0.isEmpty ? nil : $0 }
      guard [id, key, token ?? "x"].allSatisfy({ Self.isPrintable($0) }), !id.contains("/") else {
        throw .aws(.malformedCredentials(source: source))
      }
      return AWSCredentials(accessKeyID: id, secretAccessKey: key, sessionToken: token)
    case (nil, _): throw .aws(.incompleteCredentials(source: source, missing: keyID))
    case (_, nil): throw .aws(.incompleteCredentials(source: source, missing: secret))
    }
  }

  private static func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}

struct AWSProfile: Sendable {
  /// A service or a program has the credentials instead.
  private static let unsupportedSettings = [
    "role_arn", "sso_session", "sso_start_url", "credential_process", "web_identity_token_file",
    "credential_source", "login_session",
  ]

  let name: String
  /// From both files.
  ///
  /// The credentials file wins.
  let settings: [String: String]

  /// With no name, reads the profile in `AWS_PROFILE`, or `default`.
  init(_ name: String?, _ environment: AWSEnvironment) throws {
    let requested = name ?? environment["AWS_PROFILE"]
    let name = requested ?? "default"
    self.name = name
    let credentials = try environment.path("AWS_SHARED_CREDENTIALS_FILE", default: "credentials")
      .map { try AWSProfileFile(path: $0) }?.sections[name]
    let sections = try environment.path("AWS_CONFIG_FILE", default: "config")
      .map { try AWSProfileFile(path: $0) }?.sections
    let config = sections?["profile \(name)"] ?? (name == "default" ? sections?[name] : nil)
    if requested != nil, credentials == nil, config == nil {
      throw StoreError.aws(.unknownProfile(name))
    }
    settings = (config ?? [:]).merging(credentials ?? [:]) { $1 }
  }

  /// Returns the static keys in the profile, or `nil` if it has none.
  ///
  /// A role is an error even if there are static keys, because AWS tools would use the role.
  func credentials() throws(StoreError) -> AWSCredentials? {
    let keys = try AWSCredentials.parsing(
      keyID: "aws_access_key_id", secret: "aws_secret_access_key", token: "aws_session_token",
      source: "the profile '\(name.escapedForDisplay)'"
    ) { settings[$0].flatMap { $0.isEmpty ? nil : $0 } }
    if let keys, settings["role_arn"] == nil { return keys }
    if let setting = Self.unsupportedSettings.first(where: { settings[$0] != nil }) {
      throw .aws(.unsupportedProfile(name, setting: setting))
    }
    return nil
  }
}
