import ErosCore

/// A file of `NAME = value` lines, such as `gradle.properties` or an `.xcconfig` file.
///
/// Any other line is ignored.
package struct SettingsFile: Sendable {
  package struct Setting: Sendable {
    package let name: String
    package let value: String
    /// The value's bytes, except surrounding white space and, if the style drops them, quotes.
    package let range: Range<Int>
  }

  package struct Style {
    /// Separate names from values.
    let separators: String
    /// Start a comment line.
    let comments: [String]
    /// Start a comment after a value.
    let trailingComments: [String]
    /// `true` if quotes around a value are not part of it.
    let dropsQuotes: Bool

    package static let properties = Style(
      separators: "=:", comments: ["#", "!"], trailingComments: [], dropsQuotes: false)
    package static let xcode = Style(
      separators: "=", comments: ["//", "#"], trailingComments: ["//"], dropsQuotes: true)
    /// A git configuration.
    ///
    /// Sections, comments after values and escapes are not read.
    package static let git = Style(
      separators: "=", comments: ["#", ";"], trailingComments: [], dropsQuotes: true)
  }

  package let settings: [Setting]

  package init(_ bytes: [UInt8], file: String, _ style: Style) throws(SyntaxError) {
    do throws(SyntaxFailure) {
      try ByteScanner.check(bytes)
    } catch {
      throw error.error(in: bytes, file: file)
    }
    var settings: [Setting] = []
    var start = UTF8Text.markLength(of: bytes)
    for line in bytes[start...].split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      defer { start += line.count + 1 }
      guard var setting = Self.setting(Array(line), at: start, style) else { continue }
      for mark in style.trailingComments { setting = setting.truncated(at: mark, in: bytes) }
      settings.append(style.dropsQuotes ? setting.unquoted(in: bytes) : setting)
    }
    self.settings = settings
  }

  private static func setting(_ line: [UInt8], at start: Int, _ style: Style) -> Setting? {
    let text = line.drop { $0.isSpace }
    guard !style.comments.contains(where: { text.starts(with: $0.utf8) }),
      let equals = separator(of: line, style)
    else { return nil }
    let name = String(decoding: line[..<equals], as: UTF8.self).trimmed
    let range = line.trimmed((equals + 1)..<line.count)
    guard !name.isEmpty else { return nil }
    return Setting(
      name: name, value: String(decoding: line[range], as: UTF8.self),
      range: (range.lowerBound + start)..<(range.upperBound + start))
  }

  /// Returns the first separator outside a condition's brackets, as in `NAME[sdk=iphoneos*]`.
  private static func separator(of line: [UInt8], _ style: Style) -> Int? {
    var depth = 0
    return line.firstIndex { byte in
      if style.separators != Style.xcode.separators { return style.separators.utf8.contains(byte) }
      if byte == UInt8(ascii: "[") { depth += 1 }
      if byte == UInt8(ascii: "]") { depth -= 1 }
      return depth == 0 && style.separators.utf8.contains(byte)
    }
  }
}

extension SettingsFile.Setting {
  fileprivate func truncated(at comment: String, in bytes: [UInt8]) -> Self {
    let mark = Array(comment.utf8)
    let commentStart = range.first { bytes[$0..<range.upperBound].starts(with: mark) }
    guard let commentStart else { return self }
    return with(bytes.trimmed(range.lowerBound..<commentStart), in: bytes)
  }

  fileprivate func unquoted(in bytes: [UInt8]) -> Self {
    guard range.count >= 2, let quote = bytes[range].first, bytes[range].last == quote,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
    else { return self }
    return with((range.lowerBound + 1)..<(range.upperBound - 1), in: bytes)
  }

  /// Removes a trailing semicolon, which Xcode ignores.
  package func withoutSemicolon(in bytes: [UInt8]) -> Self {
    guard bytes[range].last == UInt8(ascii: ";") else { return self }
    return with(bytes.trimmed(range.lowerBound..<(range.upperBound - 1)), in: bytes)
  }

  private func with(_ range: Range<Int>, in bytes: [UInt8]) -> Self {
    Self(name: name, value: String(decoding: bytes[range], as: UTF8.self), range: range)
  }
}
