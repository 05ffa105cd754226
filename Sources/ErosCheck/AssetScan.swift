import ErosBundle
import ErosCore
import ErosRegistry
import ErosVersions

/// What is behind `bmlocal://` in a text, which can be meant in several ways.
struct AssetPath: Hashable, Sendable {
  /// The path, as it is shown.
  let shown: String
  /// All that may be meant: `a#b.png` is a file's name, or the place `b.png` of the file `a`.
  let readings: Set<String>

  /// Reads what is behind the scheme, or returns `nil` when that names no file.
  init?(_ text: String) {
    // What stands for something else is not a name that could be looked up.
    guard !text.utf8.contains(where: { "{}$*|".utf8.contains($0) }) else { return nil }
    // A text may go on behind an address, as in `bmlocal://a.png 2x, bmlocal://b.png 3x`.
    let first = Self.prefix(of: text, before: " ,;()<>")
    shown = Self.prefix(of: text, before: "?#")
    guard !shown.isEmpty, !shown.hasSuffix("/") else { return nil }
    let written = [text, shown, first, Self.prefix(of: first, before: "?#")]
    readings = Set(written + written.compactMap(\.percentDecoded))
  }

  private static func prefix(of text: String, before ends: String) -> String {
    String(decoding: text.utf8.prefix { !ends.utf8.contains($0) }, as: UTF8.self)
  }
}

/// Finds references to files of the bundle in the text of others.
///
/// Only what is written out in quotes or brackets counts: an address that a script puts together
/// cannot be told.
struct AssetScan: Sendable {
  static let scheme = "bmlocal://"

  private static let endings = [
    ".js", ".json", ".css", ".html", ".htm", ".vue", ".we", ".svg",
  ]
  /// No path is longer; a quote that nothing closes ends there.
  private static let longestText = 4096

  private let search = ByteSearch(Array(Self.scheme.utf8))

  /// Whether the file at `path` is one that refers to others.
  static func reads(_ path: BundlePath) -> Bool {
    endings.contains { path.string.ends(with: $0) }
  }

  /// The references, each path once.
  func references(in bytes: [UInt8]) -> [SourceContent.AssetReference]? {
    var found: [SourceContent.AssetReference] = []
    var paths: Set<AssetPath> = []
    var start = 0
    while let offset = search.first(in: bytes.span, from: start) {
      start = offset + Self.scheme.utf8.count
      guard offset > 0, let (text, end) = Self.text(in: bytes, from: start, openedAt: offset - 1),
        !Self.goesOn(bytes, behind: end), let path = AssetPath(text), paths.insert(path).inserted
      else { continue }
      found.append(.init(path: path, offset: offset))
    }
    return found.isEmpty ? nil : found
  }

  /// The text from `start` up to what closes the quote or bracket at `opening`, and where that is;
  /// `nil` when there is neither.
  private static func text(
    in bytes: [UInt8], from start: Int, openedAt opening: Int
  ) -> (text: String, end: Int)? {
    if bytes[opening] == UInt8(ascii: "(") { return bracketed(bytes, from: start) }
    guard "\"'`".utf8.contains(bytes[opening]) else { return nil }
    // In a string of a script that is in a string itself, the quote has a backslash.
    let isInner = opening > 0 && bytes[opening - 1] == UInt8(ascii: "\\")
    return quoted(bytes, from: start, quote: bytes[opening], isInner: isInner)
  }

  /// What `url(…)` of a style sheet holds.
  private static func bracketed(
    _ bytes: [UInt8], from start: Int
  ) -> (text: String, end: Int)? {
    guard
      let end = bytes[start...].firstIndex(where: { $0 <= 0x20 || "\"'`()\\<>".utf8.contains($0) })
    else { return nil }
    return (String(decoding: bytes[start..<end], as: UTF8.self), end)
  }

  private static func quoted(
    _ bytes: [UInt8], from start: Int, quote: UInt8, isInner: Bool
  ) -> (text: String, end: Int)? {
    var text: [UInt8] = []
    var index = start
    while index < min(bytes.count, start + Self.longestText), bytes[index] >= 0x20 {
      let byte = bytes[index]
      if byte == quote { return isInner ? nil : (String(decoding: text, as: UTF8.self), index) }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        index += 1
        continue
      }
      if isInner {
        guard index + 1 < bytes.count, bytes[index + 1] == quote else { return nil }
        return (String(decoding: text, as: UTF8.self), index + 1)
      }
      guard let (character, length) = escape(bytes, at: index) else { return nil }
      text += character
      index += length
    }
    return nil
  }

  /// What an escape such as `\u56fe` stands for, and its length; `nil` for those that no name needs.
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
    return Array(String(Character(scalar)).utf8)
  }

  /// Whether a script appends something to the text that is closed at `end`.
  private static func goesOn(_ bytes: [UInt8], behind end: Int) -> Bool {
    let rest = bytes[(end + 1)...].drop { $0.isSpace }
    return rest.first == UInt8(ascii: "+") || rest.starts(with: ".concat(".utf8)
  }
}
