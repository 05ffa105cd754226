import ErosCore
import ErosFiles
import SystemPackage

/// A file with profiles, such as `~/.aws/config`.
///
/// ```
/// [profile release]
/// region = eu-central-1
/// ```
///
/// It is read as AWS tools do: a line that starts with `#` or `;` is a comment, setting names
/// ignore case, and duplicate sections and settings are errors. Indented lines nest under the
/// previous line and are ignored.
struct AWSProfileFile {
  private static let maximumSize = 1 << 20

  /// Keyed by section, such as `profile release`.
  let sections: [String: [String: String]]

  /// Reads a file.
  ///
  /// A missing file counts as empty.
  ///
  /// - Throws: `FileError` if it cannot be read, or ``StoreError/aws(_:)`` with the malformed line.
  init(path: String) throws {
    let bytes: [UInt8]
    do { bytes = try readWholeFile(path, limit: Self.maximumSize) } catch {
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      bytes = []
    }
    try self.init(bytes, file: path)
  }

  init(_ bytes: [UInt8], file: String) throws(StoreError) {
    var sections: [String: [String: String]] = [:]
    var section: String?
    func refuse(_ line: Int, _ fault: AWSFailure.Line) -> StoreError {
      .aws(.malformedFile(file, line: line, fault))
    }
    if UTF8Text.isWide(bytes) { throw refuse(1, .wideCharacters) }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      guard let raw = String(wellFormed: bytes) else {
        throw refuse(index + 1, .notUTF8)
      }
      let line = (index == 0 && raw.hasPrefix("\u{FEFF}") ? String(raw.dropFirst()) : raw).trimmed
      guard let first = line.utf8.first, !"#;".utf8.contains(first) else { continue }
      if first == UInt8(ascii: "[") {
        guard let name = Self.sectionName(line) else { throw refuse(index + 1, .section) }
        guard sections[name] == nil else { throw refuse(index + 1, .duplicateSection) }
        sections[name] = [:]
        section = name
        continue
      }
      guard let section else { throw refuse(index + 1, .noSection) }
      if raw.utf8.first?.isSpace == true { continue }
      guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw refuse(index + 1, .noEqualsSign)
      }
      let name = String(line[..<equals]).trimmed.lowercased()
      let value = String(line[line.utf8.index(after: equals)...]).trimmed
      guard !name.isEmpty, value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
        throw refuse(index + 1, .noEqualsSign)
      }
      guard sections[section]?[name] == nil else { throw refuse(index + 1, .duplicateSetting) }
      sections[section]?[name] = value
    }
    self.sections = sections
  }

  /// Reads a line such as `[profile "release"]`, dropping quotes and extra spaces.
  private static func sectionName(_ line: String) -> String? {
    guard let end = line.utf8.firstIndex(of: UInt8(ascii: "]")) else { return nil }
    let remainder = String(line[line.utf8.index(after: end)...]).trimmed
    guard remainder.isEmpty || remainder.hasPrefix("#") || remainder.hasPrefix(";") else {
      return nil
    }
    let words = line[..<end].dropFirst().split(whereSeparator: { $0 == " " || $0 == "\t" })
      .joined(separator: " ").replacing("\"", with: "")
    return words.isEmpty ? nil : words
  }
}
