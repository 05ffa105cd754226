import ErosCore
import ErosFiles
import ErosTransport

/// Asks the endpoint of a container, for example in ECS or EKS, for temporary credentials.
struct AWSContainerEndpoint {
  private static let relative = "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"
  private static let full = "AWS_CONTAINER_CREDENTIALS_FULL_URI"
  private static let maximumLength = 64 << 10
  /// Hosts that need no TLS, as in AWS tools: those of ECS and EKS, and this machine.
  private static let plainHosts: Set = [
    "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]", "localhost", "127.0.0.1", "[::1]",
  ]

  private let address: WebAddress
  private let token: String?

  static func exists(_ environment: AWSEnvironment) -> Bool {
    environment[relative] != nil || environment[full] != nil
  }

  init(_ environment: AWSEnvironment) throws {
    if let path = environment[Self.relative] {
      address = try WebAddress("http://169.254.170.2" + (path.hasPrefix("/") ? path : "/" + path))
    } else if let text = environment[Self.full] {
      address = try WebAddress(text)
    } else {
      throw StoreError.aws(.noContainerEndpoint)
    }
    guard address.scheme == .https || Self.plainHosts.contains(address.host) else {
      throw StoreError.aws(.insecureContainerEndpoint(address.origin))
    }
    if let path = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"] {
      let bytes = try readWholeFile(path, limit: Self.maximumLength)
      token = String(decoding: bytes, as: UTF8.self).trimmed
    } else {
      token = environment["AWS_CONTAINER_AUTHORIZATION_TOKEN"]
    }
  }

  func credentials(over transport: any Transport) async throws -> AWSCredentials {
    var request = TransportRequest(.get, address, deadline: .now + .seconds(60))
    request.maximumRedirects = 0
    if let token { request.fields["Authorization"] = token }
    let response = try await transport.send(request, limit: Self.maximumLength)
    guard response.head.status == 200 else {
      throw TransportError.unexpectedStatus(address, response.head.status)
    }
    let source: Message = "the container's endpoint"
    // The error of the reader might quote a secret, so drop it.
    let (keyID, secret, token) = ("AccessKeyId", "SecretAccessKey", "Token")
    guard let values = try? Self.strings([keyID, secret, token], in: response.body),
      let credentials = try AWSCredentials.parsing(
        keyID: keyID, secret: secret, token: token, source: source, { values[$0] })
    else { throw StoreError.aws(.malformedCredentials(source: source)) }
    return credentials
  }

  /// Reads some strings.
  ///
  /// A missing one may also be `null`.
  private static func strings(_ keys: [String], in document: [UInt8]) throws -> [String: String] {
    var fields = try JSONFields(JSONReader.read(document, file: ""), "the document")
    var strings: [String: String] = [:]
    for key in keys {
      if case .null = fields.optionalValue(key) { continue }
      strings[key] = try fields.optionalString(key)
    }
    return strings
  }
}
