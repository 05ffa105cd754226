import ErosCore

/// A `bmlocal://` reference, except its scheme.
package struct AssetPath: Hashable, Sendable {
  /// The path in findings.
  package let displayPath: String
  /// Possible paths: `a#b.png` is a file name, or the fragment `b.png` in the file `a`.
  package let candidates: Set<String>

  /// Returns `nil` if `text`, which follows the scheme, does not name a file.
  ///
  /// An example is text about the scheme: `"bmlocal:// refers to a file of the bundle"`.
  package init?(_ text: String) {
    // Template expressions and glob patterns cannot be looked up.
    guard !text.utf8.contains(where: { "{}$*|".utf8.contains($0) }) else { return nil }
    // More text may follow a path, as in `bmlocal://a.png 2x, bmlocal://b.png 3x`.
    let first = Self.prefix(of: text, before: " ,;()<>")
    displayPath = Self.prefix(of: text, before: "?#")
    guard !first.isEmpty, !displayPath.isEmpty, !displayPath.hasSuffix("/"),
      !Self.isProse(text, displayPath: displayPath, first: first)
    else { return nil }
    let literal = [text, displayPath, first, Self.prefix(of: first, before: "?#")]
    candidates = Set(literal + literal.compactMap(\.percentDecoded))
  }

  private static func prefix(of text: String, before ends: String) -> String {
    String(decoding: text.utf8.prefix { !ends.utf8.contains($0) }, as: UTF8.self)
  }

  // MARK: Prose

  private static let punctuation: Set<Unicode.Scalar> = ["，", "。", "：", "；", "、", "！", "？"]

  /// Returns `true` for a sentence about the scheme.
  private static func isProse(_ text: String, displayPath: String, first: String) -> Bool {
    // The placeholders `...` and `…`.
    if displayPath.unicodeScalars.allSatisfy({ $0 == "." || $0 == "…" }) { return true }
    if displayPath.unicodeScalars.contains(where: punctuation.contains) { return true }
    guard displayPath.utf8.contains(where: \.isSpace) else {
      return !hasExtension(displayPath) && !displayPath.utf8.allSatisfy { $0 < 0x80 }
    }
    let remainder = text.utf8.dropFirst(first.utf8.count)
    guard remainder.first?.isSpace == true else { return false }
    if hasExtension(prefix(of: first, before: "?#")) { return !isImageCandidate(remainder) }
    // Accepts a file name with spaces.
    return !hasExtension(displayPath) || displayPath.contains(". ")
  }

  /// Returns `true` if a path's last component ends with an extension such as `.png`.
  private static func hasExtension(_ path: String) -> Bool {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    let parts = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, let last = parts.last else { return false }
    // `v1.2` has no extension.
    return (1...8).contains(last.count) && last.contains(where: \.isLetter)
      && last.allSatisfy { $0.isLetter || $0.isDigit }
  }

  /// Returns `true` if a `srcset` descriptor follows a path, such as ` 2x, …`.
  private static func isImageCandidate(_ remainder: Substring.UTF8View.SubSequence) -> Bool {
    let descriptor = remainder.drop(while: \.isSpace).prefix { $0 != UInt8(ascii: ",") }
    guard let unit = descriptor.last, "wx".utf8.contains(unit), descriptor.count > 1 else {
      return false
    }
    return descriptor.dropLast().allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") }
  }
}
