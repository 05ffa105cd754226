import ErosCore

/// An HTTP resource's URL.
///
/// ```swift
/// let store = try WebAddress("https://example.org/releases")
/// ```
///
/// Must be absolute, with the scheme `http` or `https`, a host in ASCII and a percent-encoded path.
/// A fragment is dropped. User names and passwords are refused, because URLs are printed and
/// logged.
///
/// ``description`` hides the query, because a presigned URL has its signature there. ``text`` is
/// the complete URL.
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// A URL's scheme.
  public enum Scheme: String, Sendable {
    /// HTTP in plain text.
    case http
    /// HTTP over TLS.
    case https

    /// The port in URLs that name none.
    public var defaultPort: Int { self == .http ? 80 : 443 }
  }

  /// The scheme.
  public let scheme: Scheme

  /// The host in lowercase.
  ///
  /// An IPv6 address has brackets.
  public let host: String

  /// The port.
  public let port: Int

  /// The percent-encoded path, starting with a slash.
  public let path: String

  /// The percent-encoded query after the question mark, or `nil` if there is none.
  public let query: String?

  /// Parses a URL.
  ///
  /// - Throws: ``TransportError/malformedAddress(_:_:)`` if it is malformed or not supported.
  public init(_ text: String) throws(TransportError) {
    let bytes = Array(text.utf8)
    func refuse(_ fault: AddressFailure) -> TransportError {
      .malformedAddress(Self.withoutSecrets(text), fault)
    }
    guard let (scheme, afterScheme) = Self.scheme(of: bytes) else { throw refuse(.scheme) }
    let end = bytes[afterScheme...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
    let authority = bytes[afterScheme..<end]
    guard !authority.contains(UInt8(ascii: "@")) else { throw refuse(.credentials) }
    guard let (host, port) = Self.hostAndPort(authority) else { throw refuse(.host) }
    let fragment = bytes[end...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.count
    let mark = bytes[end..<fragment].firstIndex(of: UInt8(ascii: "?"))
    let path = bytes[end..<(mark ?? fragment)]
    let query = mark.map { bytes[($0 + 1)..<fragment] }
    guard Self.isEncoded(path, alsoAllowing: ":@/"),
      Self.isEncoded(query ?? [], alsoAllowing: ":@/?")
    else { throw refuse(.encoding) }
    self.init(
      scheme: scheme, host: host, port: port ?? scheme.defaultPort,
      path: path.isEmpty ? "/" : String(decoding: path, as: UTF8.self),
      query: query.map { String(decoding: $0, as: UTF8.self) })
  }

  init(scheme: Scheme, host: String, port: Int, path: String, query: String?) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.query = query
  }

  /// The scheme, host and port, such as `https://example.org:8443`.
  ///
  /// The scheme's default port is omitted.
  public var origin: String {
    "\(scheme)://\(host)" + (port == scheme.defaultPort ? "" : ":\(port)")
  }

  /// The complete URL, for requests.
  public var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

  /// URL with `…` instead of its query, which may be secret.
  public var description: String { origin + path + (query == nil ? "" : "?…") }
}

/// A reason to refuse a URL.
public enum AddressFailure: Sendable, Equatable {
  /// The scheme is missing, or is neither `http` nor `https`.
  case scheme
  /// The URL contains a user name or a password.
  case credentials
  /// The host or the port is missing or malformed.
  case host
  /// The path or the query contains a character that must be percent-encoded.
  case encoding
}

// MARK: Parsing

extension WebAddress {
  /// Returns the scheme and the offset after `://`.
  private static func scheme(of bytes: [UInt8]) -> (Scheme, Int)? {
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
      let scheme = Scheme(
        rawValue: String(decoding: bytes[..<colon], as: UTF8.self).lowercased()),
      bytes[colon...].starts(with: "://".utf8)
    else { return nil }
    return (scheme, colon + 3)
  }

  private static func hostAndPort(_ authority: ArraySlice<UInt8>) -> (String, Int?)? {
    let colon: Int?
    let isValid: Bool
    if authority.first == UInt8(ascii: "[") {
      guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
      let suffix = authority[(bracket + 1)...]
      guard suffix.isEmpty || suffix.first == UInt8(ascii: ":") else { return nil }
      colon = suffix.isEmpty ? nil : suffix.startIndex
      let literal = authority[(authority.startIndex + 1)..<bracket]
      isValid =
        literal.contains(UInt8(ascii: ":"))
        && literal.allSatisfy { $0.isHexadecimalDigit || ":.".utf8.contains($0) }
    } else {
      colon = authority.firstIndex(of: UInt8(ascii: ":"))
      let name = authority[..<(colon ?? authority.endIndex)]
      isValid = !name.isEmpty && name.allSatisfy { $0.isAlphanumeric || "-._".utf8.contains($0) }
    }
    guard isValid else { return nil }
    let host = String(decoding: authority[..<(colon ?? authority.endIndex)], as: UTF8.self)
    guard let colon else { return (host.lowercased(), nil) }
    let digits = authority[(colon + 1)...]
    guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy(\.isDigit),
      let port = Int(String(decoding: digits, as: UTF8.self)), (1...65535).contains(port)
    else { return nil }
    return (host.lowercased(), port)
  }

  /// Returns `true` for characters in a path or query (RFC 3986).
  private static func isEncoded(_ bytes: ArraySlice<UInt8>, alsoAllowing extra: String) -> Bool {
    var remainder = bytes
    while let byte = remainder.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard remainder.count >= 2, remainder.prefix(2).allSatisfy(\.isHexadecimalDigit) else {
          return false
        }
        remainder = remainder.dropFirst(2)
      } else {
        guard
          byte.isAlphanumeric || "-._~!$&'()*+,;=".utf8.contains(byte) || extra.utf8.contains(byte)
        else { return false }
      }
    }
    return true
  }

  /// Drops user information, query and fragment from a malformed URL, so that errors can show it.
  private static func withoutSecrets(_ text: String) -> String {
    let limit = 200
    var address = text.prefix { !"?#".contains($0) }
    var start = ""
    if let sign = address.lastIndex(of: "@") {
      start =
        String(address[..<(address.firstRange(of: "://")?.upperBound ?? address.startIndex)]) + "…"
      address = address[sign...]
    }
    let escaped = (start + address).escapedForDisplay
    return escaped.count <= limit ? escaped : escaped.prefix(limit) + "…"
  }
}

// MARK: References

extension WebAddress {
  /// Appends a percent-encoded path, as if this URL were a folder.
  ///
  /// The query stays.
  ///
  /// ```swift
  /// try WebAddress("https://example.org/repo").appending("metadata/1.root.json")
  /// // https://example.org/repo/metadata/1.root.json
  /// ```
  ///
  /// - Throws: ``TransportError/malformedAddress(_:_:)`` if `relativePath` is not percent-encoded.
  public func appending(_ relativePath: String) throws(TransportError) -> WebAddress {
    let folder = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    guard Self.isEncoded(Array(relativePath.utf8)[...], alsoAllowing: ":@/") else {
      throw .malformedAddress(relativePath.escapedForDisplay, .encoding)
    }
    return WebAddress(
      scheme: scheme, host: host, port: port, path: folder + relativePath, query: query)
  }

  /// Resolves a reference, such as a `Location` field, relative to this URL (RFC 3986, section
  /// 5.2).
  ///
  /// - Throws: ``TransportError/malformedAddress(_:_:)`` if the result is not a valid URL.
  public func resolving(_ reference: String) throws(TransportError) -> WebAddress {
    let reference = String(reference.prefix { $0 != "#" })
    let start = reference.prefix { !"/?".contains($0) }
    if start.contains(":") { return try WebAddress(reference).normalized() }
    if reference.hasPrefix("//") {
      return try WebAddress("\(scheme):\(reference)").normalized()
    }
    if reference.isEmpty { return self }
    if reference.hasPrefix("?") { return try WebAddress(origin + path + reference) }
    if reference.hasPrefix("/") { return try WebAddress(origin + reference).normalized() }
    let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
    return try WebAddress(origin + folder + reference).normalized()
  }

  /// Removes the segments `.` and `..` from the path.
  private func normalized() -> WebAddress {
    var segments: [Substring] = []
    let all = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    for (index, segment) in all.enumerated() {
      guard segment == "." || segment == ".." else {
        segments.append(segment)
        continue
      }
      if segment == "..", !segments.isEmpty { segments.removeLast() }
      if index == all.count - 1 { segments.append("") }
    }
    return WebAddress(
      scheme: scheme, host: host, port: port, path: "/" + segments.joined(separator: "/"),
      query: query)
  }
}
