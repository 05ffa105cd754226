public import ErosCore
import ErosCrypto

/// The address of a site's file, as a URL or a path in a route map or page.
///
/// Addresses are compared byte by byte, because apps name cached files by these bytes.
public struct RouteAddress: Hashable, Sendable, CustomStringConvertible {
  /// A built file's name contains this many digits of its MD5.
  public static let hashDigits = 10

  private static let md5Digits = 32

  /// The address as written.
  public let description: String

  /// Scheme and host, or an empty string.
  private let origin: String
  /// The path.
  ///
  /// Query and fragment are removed.
  private let path: String

  /// Wraps any string, without checks.
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

  /// The last two components: the file's path in the folder that an app ships.
  public var lastComponents: String { components.suffix(2).joined(separator: "/") }

  /// Everything before the last two components, such as `https://example.com/site`.
  ///
  /// All files in a site share a base. A short path has an empty one.
  public var base: String {
    let basePath = components.dropLast(2).joined(separator: "/")
    let base = origin + (path.begins(with: "/") ? "/" : "") + basePath
    return base.ends(with: "/") ? base.withoutLast(1) : base
  }

  /// Returns the file's name in an app's cache folder.
  public func cacheName() throws(CryptoError) -> String {
    let digest = try MD5Digest.of(Array(description.utf8))
    return pathExtension.isEmpty ? "\(digest)" : "\(digest).\(pathExtension)"
  }

  /// `true` if an app can store the file under its ``cacheName()``.
  var isCacheable: Bool {
    get throws(CryptoError) { (try? BundlePath(cacheName())) != nil }
  }

  /// The beginning of the file's MD5 as its name states it.
  ///
  /// - In a page's name, Android checks the second part between hyphens, before the first dot:
  ///   `c775298867` in `demo-c775298867.html`.
  /// - In any file that is not a page, the part between the last hyphen and the extension counts.
  ///
  /// If the part is shorter than the hashes of Rexxar's tools, such as `7` in `demo-7.html`, it
  /// belongs to the name. The result is then `nil`.
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

  /// Returns `true` if `text` looks like a hash that a build adds to names.
  static func isBuiltHash(_ text: String) -> Bool {
    text.utf8.count == hashDigits && isPageHash(text)
  }

  /// Returns `true` if `text` looks like the hash in a page's name, possibly a longer one.
  private static func isPageHash(_ text: String) -> Bool {
    (hashDigits...md5Digits).contains(text.utf8.count)
      && text.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
  }

  /// The text after the last dot in the name, or an empty string.
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

  /// Returns the path relative to `base`, or `nil` if the address is somewhere else.
  ///
  /// With an empty `base`, only an address that has neither scheme nor host gets a path.
  func path(below base: String) -> String? {
    guard !base.isEmpty else {
      guard origin.isEmpty else { return nil }
      return path.begins(with: "/") ? path.withoutFirst(1) : path
    }
    guard description.begins(with: base + "/") else { return nil }
    return description.withoutFirst(base.utf8.count + 1)
  }

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

  private static func origin(of text: String) -> String {
    let scheme = scheme(of: text)
    let remainder = text.withoutFirst(scheme.utf8.count)
    guard remainder.begins(with: "//") else { return scheme }
    let host = remainder.utf8.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    return scheme + "//" + String(Substring(host))
  }

  /// Resolves `.` and `..`.
  private static func normalized(_ path: String) -> String {
    var segments: [Substring] = []
    for component in path.pathComponents {
      switch component {
      case ".": break
      case "..": if segments.last.map({ !$0.isEmpty }) ?? false { segments.removeLast() }
      default: segments.append(component)
      }
    }
    return segments.joined(separator: "/")
  }
}

extension StringProtocol {
  /// Removes whole characters with `count` bytes from the start.
  fileprivate func withoutFirst(_ count: Int) -> String {
    String(self[utf8.index(startIndex, offsetBy: count)...])
  }

  /// Removes whole characters with `count` bytes from the end.
  fileprivate func withoutLast(_ count: Int) -> String {
    String(self[..<utf8.index(endIndex, offsetBy: -count)])
  }
}
