import ErosCore
public import ErosCrypto

/// Where a file of a site is, as a route map or a page names it: a URL, or a path.
public struct RouteAddress: Hashable, Sendable, CustomStringConvertible {
  /// How many digits of the MD5 stand in the name of a built file.
  public static let hashDigits = 10

  /// The address as it is written.
  public let description: String

  /// The path without the scheme, the host, the query and the fragment.
  private let path: Substring

  public init(_ description: String) {
    self.description = description
    let bare = Self.withoutQuery(description)
    path = bare.dropFirst(Self.origin(of: bare).utf8.count)
  }

  /// The last two components of the path: where the file lies below a folder that the app ships.
  public var lastComponents: String { components.suffix(2).joined(separator: "/") }

  /// What stands before the last two components, such as `https://example.com/site`, which is the same
  /// for all files of a site; empty for a short path.
  public var base: String {
    let bare = Self.withoutQuery(description)
    let kept = components.dropLast(2).joined(separator: "/")
    let start = Self.origin(of: bare) + (path.utf8.first == UInt8(ascii: "/") ? "/" : "")
    let base = start + kept
    return base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
  }

  /// The name of the file in the cache folder of an app.
  public func cacheName() throws(CryptoError) -> String {
    let digest = try MD5Digest.of(Array(description.utf8).span)
    return pathExtension.isEmpty ? "\(digest)" : "\(digest).\(pathExtension)"
  }

  /// The beginning of the file's MD5 that its name gives away, or `nil` when it gives none.
  ///
  /// Of a page, it is what the Android container checks: the second of the parts between hyphens, of
  /// what stands before the first dot. Of anything else, it is what stands last before the extension.
  public var contentHash: String? {
    let name = components.last ?? ""
    guard pathExtension != "html" else {
      let parts = name.prefix { $0 != "." }.split(separator: "-", omittingEmptySubsequences: false)
      return parts.count > 1 ? String(parts[1]) : nil
    }
    let stem = name.dropLast(pathExtension.isEmpty ? 0 : pathExtension.utf8.count + 1)
    guard let hyphen = stem.lastIndex(of: "-") else { return nil }
    let hash = stem[stem.index(after: hyphen)...]
    let isHash =
      hash.utf8.count == Self.hashDigits
      && hash.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    return isHash ? String(hash) : nil
  }

  /// What follows the last dot of the name.
  public var pathExtension: String {
    let name = components.last ?? ""
    return name.lastIndex(of: ".").map { String(name[name.index(after: $0)...]) } ?? ""
  }

  /// The address that a reference in this file leads to, as a browser finds it.
  func resolve(_ reference: String) -> RouteAddress {
    let reference = Self.withoutQuery(reference)
    if !Self.scheme(of: reference).isEmpty { return RouteAddress(reference) }
    let origin = Self.origin(of: description)
    if reference.begins(with: "//") {
      return RouteAddress(Self.scheme(of: description) + reference)
    }
    if reference.begins(with: "/") { return RouteAddress(origin + Self.normal(reference)) }
    let folder = components.dropLast().joined(separator: "/")
    let start = path.utf8.first == UInt8(ascii: "/") ? "/" : ""
    return RouteAddress(
      origin + Self.normal(start + (folder.isEmpty ? "" : folder + "/") + reference))
  }

  /// What stands behind `base` and a slash, or `nil` for an address that is not below it.
  func path(below base: String) -> String? {
    let prefix = base.isEmpty ? "" : base + "/"
    guard description.begins(with: prefix) else { return nil }
    return String(description.dropFirst(prefix.count))
  }

  // MARK: - Parts

  private var components: [Substring] {
    path.split(separator: "/", omittingEmptySubsequences: true)
  }

  private static func withoutQuery(_ text: String) -> String {
    String(text.prefix { $0 != "?" && $0 != "#" })
  }

  /// The scheme with its colon, or nothing.
  private static func scheme(of text: String) -> String {
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "/") }
    guard scheme.count < text.utf8.count, !scheme.isEmpty,
      text.utf8[scheme.endIndex] == UInt8(ascii: ":")
    else { return "" }
    return String(Substring(scheme)) + ":"
  }

  /// The scheme and the host, or nothing.
  private static func origin(of text: String) -> String {
    let scheme = scheme(of: text)
    let rest = text.dropFirst(scheme.count)
    guard rest.hasPrefix("//") else { return scheme }
    return scheme + "//" + rest.dropFirst(2).prefix { $0 != "/" }
  }

  private static func normal(_ path: String) -> String {
    var kept: [Substring] = []
    for component in path.split(separator: "/", omittingEmptySubsequences: false) {
      switch component {
      case ".": break
      case "..": if kept.last.map({ !$0.isEmpty }) ?? false { kept.removeLast() }
      default: kept.append(component)
      }
    }
    return kept.joined(separator: "/")
  }
}
