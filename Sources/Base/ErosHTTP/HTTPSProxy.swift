import ErosCore
import ErosTransport

/// The proxy for `https` URLs, as `curl` and other tools read it from the environment.
///
/// A request goes through a tunnel (`CONNECT`): the proxy learns the host and the port, but neither
/// the path nor the contents, and it does not change which certificates are trusted. Requests for
/// `http` URLs do not use the proxy.
public struct HTTPSProxy: Sendable {
  /// The URL of the proxy, such as `http://user:password@proxy.example.com:3128`.
  ///
  /// A malformed URL is an error of the first request that needs the proxy.
  public var url: String

  /// The hosts without a proxy, such as `localhost,.example.com,10.0.0.0/8`; `*` means all.
  ///
  /// A name includes its subdomains.
  public var exceptions: String

  /// Creates the settings of a proxy.
  public init(url: String, exceptions: String = "") {
    self.url = url
    self.exceptions = exceptions
  }

  /// Reads `https_proxy` and `no_proxy`, or else `HTTPS_PROXY` and `NO_PROXY`; returns `nil` if there
  /// is no proxy.
  public init?(environment: [String: String]) {
    func value(_ name: String) -> String? { environment[name] ?? environment[name.uppercased()] }
    guard let url = value("https_proxy"), !url.isEmpty else { return nil }
    self.init(url: url, exceptions: value("no_proxy") ?? "")
  }

  /// Returns whether the exceptions may include a host.
  ///
  /// libcurl decides; this is only for messages. An address may match a network such as
  /// `10.0.0.0/8`, so each exception that contains a slash counts.
  func mayExclude(_ host: String) -> Bool {
    let name = host.lowercased()
    return exceptions.lowercased().split { " ,\t".contains($0) }.contains { exception in
      let suffix = exception.drop { $0 == "." }
      return exception == "*" || exception.contains("/") || name == suffix
        || name.hasSuffix("." + suffix)
    }
  }

  /// The parts of the URL.
  struct Parts {
    /// The URL without credentials, for messages.
    let name: String
    /// The URL for libcurl.
    let url: String
  }

  /// Parses the URL.
  ///
  /// - Throws: ``TransportError/malformedProxy``.
  func parts() throws(TransportError) -> Parts {
    let scheme = "http://"
    var text = url[...]
    if let separator = text.firstRange(of: "://") {
      guard text[..<separator.lowerBound].lowercased() == "http" else { throw .malformedProxy }
      text = text[separator.upperBound...]
    }
    let sign = text.lastIndex(of: "@")
    let credentials = sign.map { text[...$0] } ?? ""
    let server = sign.map { text[text.index(after: $0)...] } ?? text
    // libcurl would end the host at these characters.
    guard credentials.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#"/?#\"#.utf8.contains($0) }),
      let address = try? WebAddress(scheme + server), address.path == "/", address.query == nil
    else { throw .malformedProxy }
    return Parts(
      name: address.origin, url: "\(scheme)\(credentials)\(address.host):\(address.port)")
  }
}
