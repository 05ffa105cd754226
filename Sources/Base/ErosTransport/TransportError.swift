public import ErosCore

/// A failed HTTP request.
///
/// Messages never contain a URL's query, a header field's value or a password.
///
/// ```swift
/// do {
///   try await device.fetch(options, over: transport)
/// } catch let error as TransportError {
///   log("\(error)")
/// }
/// ```
@nonexhaustive
public enum TransportError: ErosError, Equatable {
  /// A URL is malformed or not supported.
  case malformedAddress(String, AddressFailure)
  /// A header field's name or value contains an invalid character.
  case invalidField(String)
  /// A server's name cannot be resolved.
  case cannotResolve(host: String)
  /// A server refuses connections or is unreachable.
  case cannotConnect(origin: String, reason: Message)
  /// The proxy's URL is malformed or not supported.
  case malformedProxy(variable: String)
  /// A proxy does not connect.
  case proxyFailure(proxy: String, reason: Message)
  /// A TLS connection failed, for example because the certificate is not trusted.
  case tlsFailure(origin: String, reason: Message)
  /// A response did not arrive in time.
  case timedOut(WebAddress, TimeoutKind)
  /// A connection ended in the middle of a response.
  case closedEarly(WebAddress)
  /// A body is longer than allowed.
  case tooMuchData(WebAddress, limit: UInt64)
  /// A redirect is not followed.
  case badRedirect(WebAddress, RedirectFailure)
  /// A response is not valid HTTP.
  case malformedResponse(WebAddress, reason: Message)
  /// A server responded with an error status.
  case unexpectedStatus(WebAddress, Int)
  /// The library that sends requests cannot be loaded.
  case missingLibrary(String)
  /// A request failed for another reason.
  case failed(WebAddress, reason: Message)

  public var problem: Message {
    switch self {
    case .malformedAddress(let text, let fault):
      switch fault {
      case .scheme: "'\(text)' does not start with 'https://' or 'http://'"
      case .credentials: "'\(text)' contains a user name or a password"
      case .host: "the host or the port of '\(text)' is missing or malformed"
      case .encoding: "'\(text)' contains a character that must be percent-encoded"
      }
    case .invalidField(let name): "invalid name or value of the header field '\(name)'"
    case .cannotResolve(let host): "cannot resolve the host '\(host)'"
    case .cannotConnect(let origin, let reason): "cannot connect to \(origin): \(reason)"
    // The URL may contain a password.
    case .malformedProxy(let variable): "'\(variable)' is not the URL of a proxy"
    case .proxyFailure(let proxy, let reason):
      "cannot connect through the proxy \(proxy): \(reason)"
    case .tlsFailure(let origin, let reason):
      "cannot establish a TLS connection to \(origin): \(reason)"
    case .timedOut(let address, let kind): "\(address) \(kind.problem)"
    case .closedEarly(let address):
      "\(address) closed the connection before the end of its response"
    case .tooMuchData(let address, let limit):
      "\(address) sent more than the allowed \(limit) bytes"
    case .badRedirect(let address, let fault): "\(address) \(fault.problem)"
    case .malformedResponse(let address, let reason):
      "the response of \(address) is not valid HTTP: \(reason)"
    case .unexpectedStatus(let address, let status): "\(address) responded with status \(status)"
    case .missingLibrary(let name): "cannot load the library '\(name)'"
    case .failed(let address, let reason): "the request to \(address) failed: \(reason)"
    }
  }

  public var remedy: Message? {
    switch self {
    case .malformedAddress(_, let fault):
      switch fault {
      case .scheme, .host: "write a URL such as 'https://example.org/path'"
      case .credentials: "remove them, because URLs are printed and logged"
      case .encoding: "write each such byte as '%' and two hexadecimal digits; a space is '%20'"
      }
    case .invalidField: "remove line breaks and control characters"
    case .cannotResolve: "check the spelling of the host, and the network"
    case .cannotConnect: "check the address, and whether the server is running"
    case .malformedProxy:
      "write a URL such as 'http://proxy.example.com:3128'; other schemes are 'https', 'socks5' and 'socks5h'"
    case .proxyFailure:
      "check the URL and the credentials in HTTPS_PROXY or ALL_PROXY; NO_PROXY lists hosts without a proxy"
    case .tlsFailure:
      "check that the server speaks https, its certificate, this machine's certificates, and the clock"
    case .closedEarly(let address) where address.scheme == .http:
      "try again later; if the port expects TLS, the URL starts with 'https://'"
    case .malformedResponse(let address, _) where address.scheme == .http,
      .unexpectedStatus(let address, 400) where address.scheme == .http:
      "check the address; if the port expects TLS, the URL starts with 'https://'"
    case .timedOut, .closedEarly: "try again later"
    case .tooMuchData, .malformedResponse:
      "check the address; a network that requires a login responds like this"
    case .badRedirect: "use the final address, if it is trustworthy"
    case .unexpectedStatus(_, let status):
      switch status {
      case 401: "check the credentials and the permissions"
      case 403:
        "check the credentials and the permissions; a bucket that cannot be listed responds like this if a file is missing"
      case 404, 410: "check the address"
      case 429, 500...599: "try again later"
      default: nil
      }
    case .missingLibrary:
      "install libcurl 7.88 or later; on Debian and Ubuntu: `apt install libcurl4`"
    case .failed: nil
    }
  }

  public var exitStatus: ExitStatus {
    switch self {
    case .malformedAddress, .invalidField, .malformedProxy: .usage
    case .tooMuchData, .badRedirect, .malformedResponse: .badData
    case .cannotResolve, .cannotConnect, .proxyFailure, .tlsFailure, .timedOut, .closedEarly,
      .unexpectedStatus,
      .missingLibrary, .failed:
      .unavailable
    }
  }
}

extension TransportError {
  /// A wrong clock can cause a ``tlsFailure(origin:reason:)`` with this reason.
  package static let notYetValid = "not yet valid"
}

/// The time limit that a response exceeded.
public enum TimeoutKind: Sendable, Equatable {
  /// Connecting took too long.
  case connection
  /// No byte arrived for too long.
  case silence
  /// The complete request took too long.
  case total

  var problem: Message {
    switch self {
    case .connection: "did not accept a connection in time"
    case .silence: "stopped sending"
    case .total: "did not send the complete response in time"
    }
  }
}

/// A reason not to follow a redirect.
public enum RedirectFailure: Sendable, Equatable {
  /// There are more redirects than allowed.
  case tooMany(Int)
  /// The redirect goes from `https` to `http`.
  case insecure
  /// The response has no `Location` field.
  case noLocation
  /// The `Location` field is not an `http` or `https` URL.
  case malformed

  var problem: Message {
    switch self {
    case .tooMany(let limit): "redirects more than \(limit) times"
    case .insecure: "redirects from 'https' to 'http'"
    case .noLocation: "redirects without a 'Location'"
    case .malformed: "redirects to an address that is not a valid 'http' or 'https' URL"
    }
  }
}
