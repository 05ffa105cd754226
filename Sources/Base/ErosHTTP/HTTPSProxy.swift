import ErosCore
import ErosTransport

/// A proxy for `https` URLs, as `curl` and similar tools read it from the environment.
///
/// ```swift
/// var settings = HTTPTransport.Settings()
/// settings.proxy = HTTPSProxy(environment: ProcessInfo.processInfo.environment)
/// ```
///
/// A request goes through a tunnel (`CONNECT` or SOCKS5). The proxy learns the host and the port,
/// but neither the path nor the contents, and it does not change which certificates are trusted.
/// Requests for `http` URLs do not use the proxy.
public struct HTTPSProxy: Sendable {
  /// The proxy's URL, such as `http://user:password@proxy.example.com:3128`.
  ///
  /// The scheme is `http`, `https`, `socks5` or `socks5h`, with which the proxy resolves names. The
  /// first request that needs the proxy fails if the URL is malformed.
  public var url: String

  /// Hosts that need no proxy, such as `localhost,.example.com,10.0.0.0/8`, or `*` for all.
  ///
  /// A name includes its subdomains.
  public var exceptions: String

  /// Place for users to look if the URL does not work.
  public private(set) var variable = "HTTPS_PROXY"

  /// Creates settings for a proxy.
  public init(url: String, exceptions: String = "") {
    self.url = url
    self.exceptions = exceptions
  }

  /// Reads the proxy from environment variables, or returns `nil` if they name none.
  ///
  /// The first of `https_proxy`, `HTTPS_PROXY`, `all_proxy` and `ALL_PROXY` that is set has the
  /// URL. An empty one means no proxy. `no_proxy` or else `NO_PROXY` has the exceptions.
  public init?(environment: [String: String]) {
    let names = ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { environment[$0] != nil }), let url = environment[name],
      !url.isEmpty
    else { return nil }
    self.init(url: url, exceptions: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
    variable = name
  }

  /// Returns `true` if the exceptions may include a host.
  ///
  /// libcurl decides, and errors only explain it. An address may match a network such as
  /// `10.0.0.0/8`, so each exception with a slash counts.
  func mayExclude(_ host: String) -> Bool {
    let name = host.lowercased()
    return exceptions.lowercased().split { " ,\t".contains($0) }.contains { exception in
      let suffix = exception.drop { $0 == "." }
      return exception == "*" || exception.contains("/") || name == suffix
        || name.hasSuffix("." + suffix)
    }
  }

  enum Scheme: String {
    case http, https, socks5, socks5h

    var isSOCKS: Bool { self == .socks5 || self == .socks5h }

    /// The port in URLs that name none.
    var defaultPort: Int {
      switch self {
      case .http: 80
      case .https: 443
      case .socks5, .socks5h: 1080
      }
    }
  }

  struct Parts {
    let scheme: Scheme
    /// Name that errors show.
    ///
    /// Contains no credentials.
    let name: String
    /// For libcurl.
    let url: String
  }

  /// Parses the URL.
  ///
  /// - Throws: `TransportError.malformedProxy` if it is malformed.
  func parts() throws(TransportError) -> Parts {
    var scheme = Scheme.http
    var text = url[...]
    if let separator = text.firstRange(of: "://") {
      guard let named = Scheme(rawValue: text[..<separator.lowerBound].lowercased()) else {
        throw .malformedProxy(variable: variable)
      }
      scheme = named
      text = text[separator.upperBound...]
    }
    let sign = text.lastIndex(of: "@")
    let credentials = sign.map { text[...$0] } ?? ""
    let server = sign.map { text[text.index(after: $0)...] } ?? text
    // libcurl would end the host at these characters.
    guard credentials.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#"/?#\"#.utf8.contains($0) }),
      let address = try? WebAddress("http://" + server), address.path == "/", address.query == nil
    else { throw .malformedProxy(variable: variable) }
    // The scheme determines the port only if the URL has none.
    let hasPort = (try? WebAddress("https://" + server))?.port == address.port
    let port = hasPort ? address.port : scheme.defaultPort
    return Parts(
      scheme: scheme,
      name: "\(scheme)://\(address.host)" + (port == scheme.defaultPort ? "" : ":\(port)"),
      url: "\(scheme)://\(credentials)\(address.host):\(port)")
  }
}
