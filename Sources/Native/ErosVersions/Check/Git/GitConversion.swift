/// Converts a file in the working tree to the bytes that git stores.
///
/// This follows `gitattributes(5)`: line ends, then `$Id$`. Only git runs a filter's program.
struct GitConversion {
  static let attributes = ["text", "crlf", "eol", "ident", "filter", "working-tree-encoding"]

  private enum LineEnds {
    case kept
    /// `CRLF` is stored as `LF`.
    case converted
    /// Like ``converted``, but only if the file looks like text.
    case guessed
  }

  private let lineEnds: LineEnds
  private let hasIdent: Bool
  let filter: String?
  /// The encoding in the working tree, or `nil` for UTF-8.
  let encoding: String?

  /// Determines the conversion from a file's attributes.
  ///
  /// - Parameters:
  ///   - attributes: Values for ``attributes``.
  ///   - guesses: `true` if `core.autocrlf` converts files without attributes.
  init(_ attributes: [String: String], guesses: Bool) {
    lineEnds = Self.lineEnds(attributes, guesses)
    hasIdent = attributes["ident"] == "set"
    filter = Self.value(attributes["filter"])
    encoding = Self.value(attributes["working-tree-encoding"])
  }

  /// Returns what git stores for `bytes`.
  ///
  /// Ignores filter and encoding.
  func stored(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if lineEnds == .converted || lineEnds == .guessed && Self.looksLikeText(bytes) {
      bytes = Self.withoutReturns(bytes)
    }
    return hasIdent ? Self.withoutIdentifiers(bytes) : bytes
  }

  // MARK: Attributes

  private static func value(_ value: String?) -> String? {
    value.flatMap { ["set", "unset", "unspecified"].contains($0) ? nil : $0 }
  }

  private static func lineEnds(_ attributes: [String: String], _ guesses: Bool) -> LineEnds {
    // `crlf` is the old name of `text`.
    for name in ["text", "crlf"] {
      switch attributes[name] {
      case "set", "input": return .converted
      case "unset": return .kept
      case "auto": return .guessed
      default: continue
      }
    }
    if ["lf", "crlf"].contains(attributes["eol"]) { return .converted }
    return guesses ? .guessed : .kept
  }

  // MARK: Bytes

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  /// Returns `true` if git takes the bytes for text.
  ///
  /// At most one byte in 128 may be a control character. None may be zero, or a carriage return
  /// that no line feed follows.
  private static func looksLikeText(_ bytes: [UInt8]) -> Bool {
    let escapes: [UInt8] = [8, 9, 12, 27]
    let endOfFile: UInt8 = 26
    var controls = 0
    var others = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0: return false
      case carriageReturn:
        guard index + 1 < bytes.count, bytes[index + 1] == lineFeed else { return false }
      case lineFeed: break
      case 127: controls += 1
      case ..<32 where !escapes.contains(byte): controls += 1
      default: others += 1
      }
    }
    if bytes.last == endOfFile { controls -= 1 }
    return others >> 7 >= controls
  }

  private static func withoutReturns(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      let isBeforeLineFeed = index + 1 < bytes.count && bytes[index + 1] == lineFeed
      if byte != carriageReturn || !isBeforeLineFeed { result.append(byte) }
    }
    return result
  }

  /// Replaces each `$Id: … $` in a line by `$Id$`.
  private static func withoutIdentifiers(_ bytes: [UInt8]) -> [UInt8] {
    let dollar = UInt8(ascii: "$")
    let mark = Array("$Id:".utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var remainder = bytes[...]
    while let start = remainder.firstIndex(of: dollar) {
      result += remainder[..<start]
      remainder = remainder[start...]
      let end = remainder.dropFirst(mark.count).firstIndex { $0 == dollar || $0 == lineFeed }
      if remainder.starts(with: mark), let end, remainder[end] == dollar {
        result += Array("$Id$".utf8)
        remainder = remainder[(end + 1)...]
      } else {
        result.append(dollar)
        remainder = remainder.dropFirst()
      }
    }
    return result + remainder
  }
}
