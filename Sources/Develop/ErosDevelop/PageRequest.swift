import ErosCore
import ErosFiles

/// A parsed request to the development server.
struct PageRequest: Equatable {
  enum Refusal: Error, Equatable {
    case malformed
    case unsupportedMethod
    /// `Host` is a foreign name. DNS rebinding uses such a name to read local files.
    case foreignHost
    /// A page from another site sent the request.
    case foreignSite

    var status: String {
      switch self {
      case .malformed: "400 Bad Request"
      case .unsupportedMethod: "405 Method Not Allowed"
      case .foreignHost, .foreignSite: "403 Forbidden"
      }
    }
  }

  /// In bytes.
  static let limit = 16 << 10

  let isHead: Bool
  /// The decoded path with no leading slash.
  ///
  /// No component is empty or starts with a dot.
  let path: String
  let isFolder: Bool

  /// Parses a head up to and including its empty line.
  ///
  /// `Host` may be an IP address or one of `hosts`.
  ///
  /// - Throws: ``Refusal`` if the head is malformed or comes from another site.
  init(_ bytes: [UInt8], hosts: Set<String>) throws(Refusal) {
    guard let text = String(wellFormed: bytes), text.utf8.allSatisfy({ $0 != 0 })
    else { throw .malformed }
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" }[...]
    let first = (lines.popFirst() ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard first.count == 3, first[2].hasPrefix("HTTP/1.") else { throw .malformed }
    guard first[0] == "GET" || first[0] == "HEAD" else { throw .unsupportedMethod }
    isHead = first[0] == "HEAD"
    let target = first[1].prefix { $0 != "?" && $0 != "#" }
    guard target.hasPrefix("/"), let decoded = Self.decoded(target.dropFirst()) else {
      throw .malformed
    }
    isFolder = decoded.isEmpty || decoded.hasSuffix("/")
    let parts = decoded.split(separator: "/", omittingEmptySubsequences: true)
    guard parts.allSatisfy({ !$0.hasPrefix(".") && !$0.contains("\\") && !$0.contains("\0") })
    else { throw .malformed }
    path = parts.joined(separator: "/")
    guard let host = try Self.field("host", lines) else { throw .malformed }
    guard Self.isLocal(host, hosts) else { throw .foreignHost }
    guard try Self.isFromOwnPages(lines, host) else { throw .foreignSite }
  }

  private static func field(
    _ name: String, _ lines: ArraySlice<Substring>
  ) throws(Refusal) -> String? {
    let fields = lines.filter { $0.lowercased().hasPrefix(name + ":") }
    guard fields.count <= 1 else { throw .malformed }
    return fields.first.map { String($0.dropFirst(name.count + 1)).trimmed }
  }

  /// Returns `true` unless a page from another site sent the request.
  ///
  /// A link from another site is allowed: it opens a page, but the site cannot read it. Browsers
  /// send `Sec-Fetch-…` only to this machine. They send `Origin` to addresses in the local network
  /// as well.
  private static func isFromOwnPages(
    _ lines: ArraySlice<Substring>, _ host: String
  ) throws(Refusal) -> Bool {
    if let origin = try field("origin", lines), origin.lowercased() != "http://" + host.lowercased()
    {
      return false
    }
    let site = try field("sec-fetch-site", lines)
    let (mode, target) = (
      try field("sec-fetch-mode", lines), try field("sec-fetch-dest", lines)
    )
    return [nil, "same-origin", "none"].contains(site)
      || (mode == "navigate" && target == "document")
  }

  /// Decodes percent escapes, or returns `nil` if one is malformed.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var remainder = Array(text.utf8)[...]
    while let byte = remainder.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard remainder.count >= 2,
        let value = UInt8(String(decoding: remainder.prefix(2), as: UTF8.self), radix: 16),
        remainder.first != UInt8(ascii: "+"), remainder.first != UInt8(ascii: "-")
      else { return nil }
      bytes.append(value)
      remainder = remainder.dropFirst(2)
    }
    return String(wellFormed: bytes)
  }

  /// Accepts an IP address or one of `hosts`, each with an optional port.
  private static func isLocal(_ value: String, _ hosts: Set<String>) -> Bool {
    let isIPv6 = value.hasPrefix("[")
    let end = isIPv6 ? value.firstIndex { $0 == "]" } : value.firstIndex { $0 == ":" }
    let port = end.map { value[$0...].dropFirst(isIPv6 ? 1 : 0) } ?? ""
    guard port.isEmpty || port.hasPrefix(":") && UInt16(port.dropFirst()) != nil else {
      return false
    }
    let name = value[..<(end ?? value.endIndex)].lowercased()
    if isIPv6 {
      var address = in6_addr()
      guard end != nil else { return false }
      return unsafe inet_pton(AF_INET6, String(name.dropFirst()), &address) == 1
    }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    let isAddress = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    return isAddress || hosts.contains(name)
  }
}
