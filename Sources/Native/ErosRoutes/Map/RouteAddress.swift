public import ErosCore
import ErosCrypto

/// The address of a file of a site in a route map or a page: a URL or a path.
///
/// Two addresses are equal if their bytes are equal, because apps name cached files by these bytes.
public struct RouteAddress: Hashable, Sendable, CustomStringConvertible {
  /// The number of digits of the MD5 in the name of a built file.
  public static let hashDigits = 10

  /// The number of digits of a full MD5.
  private static let md5Digits = 32

  /// The address as written.
  public let description: String

  /// The scheme and the host, or an empty string.
  private let origin: String
  /// The path without the query and the fragment.
  private let path: String

  /// Creates an address from a URL or a path.
  public init(_ description: String) {
    self.description = description
    let bare = Self.withoutQuery(description)
    origin = Self.origin(of: bare)
    path = bare.withoutFirst(origin.utf8.count)
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) {
    for byte in description.utf8 { hasher.combine(byte) }
  }

  /// The last two components of the path: the path of the file in the folder shipped with the app.
  public var lastComponents: String { components.suffix(2).joined(separator: "/") }

  /// The address before the last two components, such as `https://example.com/site`.
  ///
  /// All files of a site have the same base. The base of a short path is empty.
  public var base: String {
    let kept = components.dropLast(2).joined(separator: "/")
    let base = origin + (path.begins(with: "/") ? "/" : "") + kept
    return base.ends(with: "/") ? base.withoutLast(1) : base
  }

  /// Returns the name of the file in the cache folder of an app.
  public func cacheName() throws(CryptoError) -> String {
    let digest = try MD5Digest.of(Array(description.utf8))
    return pathExtension.isEmpty ? "\(digest)" : "\(digest).\(pathExtension)"
  }

  /// Whether the name of the file is valid in a cache folder.
  var isCacheable: Bool {
    get throws(CryptoError) { (try? BundlePath(cacheName())) != nil }
  }

  /// The prefix of the file's MD5 in its name, or `nil` if there is none.
  ///
  /// - In the name of a page, Android checks the second part between hyphens, before the first dot:
  ///   `c775298867` of `demo-c775298867.html`.
  /// - In the name of another file, it is the part between the last hyphen and the extension.
  ///
  /// A part that is shorter than the hashes of Rexxar's tools, such as `7` of `demo-7.html`,
  /// belongs to the name.
  public var contentHash: String? {
    guard pathExtension != "html" else {
      let stem = name.utf8.prefix { $0 != UInt8(ascii: ".") }
      let parts = stem.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      guard parts.count > 1 else { return nil }
      let part = String(Substring(parts[1]))
      return Self.isPageHash(part) ? part : nil
    }
    let stem = name.withoutLast(pathExtension.isEmpty ? 0 : pathExtension.utf8.count + 1)
    guard let hyphen = stem.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let hash = String(stem[stem.utf8.index(after: hyphen)...])
    return Self.isBuiltHash(hash) ? hash : nil
  }

  /// Returns whether `text` is formatted like a hash that a build adds to names.
  static func isBuiltHash(_ text: String) -> Bool {
    text.utf8.count == hashDigits && isPageHash(text)
  }

  /// Returns whether `text` is formatted like a hash in the name of a page; such hashes may be
  /// longer.
  private static func isPageHash(_ text: String) -> Bool {
    (hashDigits...md5Digits).contains(text.utf8.count)
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// The part of the name after its last dot, or an empty string.
  public var pathExtension: String {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
    return String(name[name.utf8.index(after: dot)...])
  }

  /// Resolves a reference in this file as a browser does.
  func resolve(_ reference: String) -> RouteAddress {
    let reference = Self.withoutQuery(reference)
    if !Self.scheme(of: reference).isEmpty { return RouteAddress(reference) }
    if reference.begins(with: "//") {
      return RouteAddress(Self.scheme(of: description) + reference)
    }
    if reference.begins(with: "/") { return RouteAddress(origin + Self.normalized(reference)) }
    let folder = components.dropLast().joined(separator: "/")
    let start = path.begins(with: "/") ? "/" : ""
    return RouteAddress(
      origin + Self.normalized(start + (folder.isEmpty ? "" : folder + "/") + reference))
  }

  /// Returns the path relative to `base`, or `nil` for an address that is not below it.
  ///
  /// If `base` is empty, only addresses without a scheme and a host have a path.
  func path(below base: String) -> String? {
    guard !base.isEmpty else {
      guard origin.isEmpty else { return nil }
      return path.begins(with: "/") ? path.withoutFirst(1) : path
    }
    guard description.begins(with: base + "/") else { return nil }
    return description.withoutFirst(base.utf8.count + 1)
  }

  /// Whether the address is an absolute URL with `https`.
  var isHTTPS: Bool { description.begins(with: "https://") }

  // MARK: - Parts

  private var components: [Substring] { path.pathComponents.filter { !$0.isEmpty } }

  private var name: Substring { components.last ?? "" }

  private static func withoutQuery(_ text: String) -> String {
    let end = text.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    return String(text[..<(end ?? text.endIndex)])
  }

  /// Returns the scheme with its colon, or an empty string.
  private static func scheme(of text: String) -> String {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    guard scheme.count < text.utf8.count, !scheme.isEmpty,
      text.utf8[scheme.endIndex] == UInt8(ascii: ":")
    else { return "" }
    return String(Substring(scheme)) + ":"
  }

  /// Returns the scheme and the host, or an empty string.
  private static func origin(of text: String) -> String {
    let scheme = scheme(of: text)
    let rest = text.withoutFirst(scheme.utf8.count)
    guard rest.begins(with: "//") else { return scheme }
    let host = rest.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    return scheme + "//" + String(Substring(host))
  }

  /// Resolves `.` and `..`.
  private static func normalized(_ path: String) -> String {
    var kept: [Substring] = []
    for component in path.pathComponents {
      switch component {
      case ".": break
      case "..": if kept.last.map({ !$0.isEmpty }) ?? false { kept.removeLast() }
      default: kept.append(component)
      }
    }
    return kept.joined(separator: "/")
  }
}

extension StringProtocol {
  /// Returns the string without its first `count` bytes; they must be whole characters.
  fileprivate func withoutFirst(_ count: Int) -> String {
    String(self[utf8.index(startIndex, offsetBy: count)...])
  }

  /// Returns the string without its last `count` bytes; they must be whole characters.
  fileprivate func withoutLast(_ count: Int) -> String {
    String(self[..<utf8.index(endIndex, offsetBy: -count)])
  }
}
