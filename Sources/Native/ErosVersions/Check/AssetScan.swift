import ErosBundle
import ErosCore
import ErosRoutes

/// Finds references to bundle files in scripts, pages and style sheets.
///
/// Only literals in quotes or brackets count. Concatenated paths are unknown. In pages and style
/// sheets, relative paths to pages, scripts and style sheets count as well.
struct AssetScan: Sendable {
  static let scheme = "bmlocal://"

  /// The text after the scheme, and the offset of the closing quote or bracket.
  private typealias Literal = (text: String, end: Int)

  private static let extensions = [
    ".js", ".json", ".css", ".html", ".htm", ".vue", ".we", ".svg",
  ]
  /// The maximum length of a literal.
  ///
  /// It ends the search for a missing closing quote.
  private static let maximumLength = 4096
  private static let backslash = UInt8(ascii: "\\")

  private let search = ByteSearch(Array(Self.scheme.utf8))

  static func reads(_ path: BundlePath) -> Bool {
    extensions.contains { path.string.ends(with: $0) }
  }

  /// Returns each referenced path once, or `nil` if there is none.
  func references(
    in bytes: [UInt8], of path: BundlePath
  ) -> [SourceContent.AssetReference]? {
    let files = FileReferences.relative(in: bytes, of: path.string).compactMap { file in
      AssetPath(file.path).map {
        SourceContent.AssetReference(
          path: $0, text: file.reference.text, offset: file.reference.range.lowerBound)
      }
    }
    let all = assets(in: bytes) + files
    return all.isEmpty ? nil : all
  }

  private func assets(in bytes: [UInt8]) -> [SourceContent.AssetReference] {
    var result: [SourceContent.AssetReference] = []
    var paths: Set<AssetPath> = []
    var start = 0
    while let offset = search.first(in: bytes.span, from: start) {
      start = offset + Self.scheme.utf8.count
      guard offset > 0,
        let (text, end) = Self.literal(in: bytes, from: start, openedAt: offset - 1),
        !Self.isConcatenated(bytes, after: end), let path = AssetPath(text),
        paths.insert(path).inserted
      else { continue }
      result.append(.init(path: path, text: Self.scheme + path.displayPath, offset: offset))
    }
    return result
  }

  /// Returns the literal at `start`, or `nil` if it is not in quotes or brackets.
  private static func literal(
    in bytes: [UInt8], from start: Int, openedAt opening: Int
  ) -> Literal? {
    if bytes[opening] == UInt8(ascii: "(") { return bracketed(bytes, from: start) }
    guard "\"'`".utf8.contains(bytes[opening]) else { return nil }
    // Inside another string, quotes are escaped.
    let isEscaped = opening > 0 && bytes[opening - 1] == backslash
    return quoted(bytes, from: start, quote: bytes[opening], isEscaped: isEscaped)
  }

  /// Returns the unquoted argument of `url(…)` in a style sheet.
  private static func bracketed(_ bytes: [UInt8], from start: Int) -> Literal? {
    guard
      let end = bytes[start...].firstIndex(where: { $0 <= 0x20 || "\"'`()\\<>".utf8.contains($0) })
    else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self), end)
  }

  private static func quoted(
    _ bytes: [UInt8], from start: Int, quote: UInt8, isEscaped: Bool
  ) -> Literal? {
    var text: [UInt8] = []
    var index = start
    while index < min(bytes.count, start + maximumLength), bytes[index] >= 0x20 {
      switch bytes[index] {
      case quote:
        return isEscaped ? nil : (String(decoding: text, as: UTF8.self), index)
      case backslash where isEscaped:
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { return nil }
        return (String(decoding: text, as: UTF8.self), index + 1)
      case backslash:
        guard let (character, length) = escape(bytes, at: index) else { return nil }
        text += character
        index += length
      case let byte:
        text.append(byte)
        index += 1
      }
    }
    return nil
  }

  /// Decodes an escape such as `\u56fe`.
  ///
  /// Returns `nil` for escapes that file names do not use.
  private static func escape(_ bytes: [UInt8], at start: Int) -> (bytes: [UInt8], length: Int)? {
    guard start + 1 < bytes.count else { return nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "/"), UInt8(ascii: "'"), UInt8(ascii: "\""): return ([bytes[start + 1]], 2)
    case UInt8(ascii: "x"): return number(bytes, at: start + 2, digits: 2).map { ($0, 4) }
    case UInt8(ascii: "u"): return number(bytes, at: start + 2, digits: 4).map { ($0, 6) }
    default: return nil
    }
  }

  private static func number(_ bytes: [UInt8], at start: Int, digits: Int) -> [UInt8]? {
    guard start + digits <= bytes.count,
      let value = UInt32(
        String(decoding: bytes[start..<(start + digits)], as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(value)
    else { return nil }
    return Array(String(scalar).utf8)
  }

  /// Returns `true` if a script appends to the literal that ends at `end`.
  private static func isConcatenated(_ bytes: [UInt8], after end: Int) -> Bool {
    let remainder = bytes[(end + 1)...].drop { $0.isSpace }
    return remainder.first == UInt8(ascii: "+") || remainder.starts(with: ".concat(".utf8)
  }
}
