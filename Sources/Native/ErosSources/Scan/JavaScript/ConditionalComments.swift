import ErosCore
import ErosSyntax

/// The conditional compilation of uni-app, in comments.
///
/// ```
/// // #ifdef H5 || MP-WEIXIN
/// code that no app contains
/// // #endif
/// ```
struct ConditionalComments {
  /// Returns the file with blanks for the code that uni-app does not compile for an app.
  ///
  /// Line ends remain, so positions do not change.
  static func compiled(_ file: SourceFile) -> SourceFile {
    guard file.mentions(anyOf: ["#ifdef", "#ifndef"]) else { return file }
    var reader = ConditionalComments(file)
    reader.run()
    return SourceFile(path: file.path, bytes: reader.bytes)
  }

  private let isNative: Bool
  private var bytes: [UInt8]
  /// For each open condition, `true` if apps contain its code.
  private var conditions: [Bool] = []

  private init(_ file: SourceFile) {
    bytes = file.bytes
    isNative = file.path.hasSuffix(".nvue")
  }

  private mutating func run() {
    var omittedStart: Int?
    var index = 0
    while index < bytes.count {
      defer { index += 1 }
      guard bytes[index] == UInt8(ascii: "#"), let comment = commentStart(before: index) else {
        continue
      }
      let wasCompiled = conditions.last ?? true
      let end = readDirective(at: index)
      let isCompiled = conditions.last ?? true
      if wasCompiled, !isCompiled { omittedStart = end }
      if !wasCompiled, isCompiled, let start = omittedStart { blank(start..<comment) }
      index = max(index, end - 1)
    }
    if conditions.last == false, let start = omittedStart { blank(start..<bytes.count) }
  }

  /// Returns the start of `//`, `/*` or `<!--` if only blanks are between it and `index`.
  private func commentStart(before index: Int) -> Int? {
    var end = index
    while end > 0, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return ["//", "/*", "<!--"].first { bytes[..<end].suffix($0.utf8.count).elementsEqual($0.utf8) }
      .map { end - $0.utf8.count }
  }

  /// The maximum length of a directive, because a script may have a single line.
  private static let maximumLength = 256

  /// Reads `#ifdef`, `#ifndef` or `#endif`, and returns where the comment ends.
  private mutating func readDirective(at index: Int) -> Int {
    var line = bytes[index...].prefix(Self.maximumLength).prefix { $0 != 0x0A && $0 != 0x0D }
    // A comment in the middle of a line, as in `<!-- #ifdef H5 --><view/><!-- #endif -->`.
    let ends = ["-->", "*/"].compactMap { line.firstRange(of: Array($0.utf8)) }
    let end = ends.min { $0.lowerBound < $1.lowerBound }
    if let end { line = line[..<end.lowerBound] }
    let text = String(decoding: line, as: UTF8.self)
    let words = text.split { $0 == " " || $0 == "\t" }
    let condition = text.dropFirst(words.first?.count ?? 0)
    let isOuter = conditions.last ?? true
    switch words.first {
    case "#ifdef": conditions.append(isOuter && value(of: condition) != false)
    case "#ifndef": conditions.append(isOuter && value(of: condition) != true)
    case _ where text.hasPrefix("#endif"): _ = conditions.popLast()
    default: return index + 1
    }
    return end?.upperBound ?? line.endIndex
  }

  private mutating func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = 0x20 }
  }

  // MARK: Conditions

  /// Returns the value of `A || B` or `A && B` in an app, or `nil` if it depends on the build.
  private func value(of condition: Substring) -> Bool? {
    let alternatives = condition.split(separator: "|").map { alternative in
      let values = alternative.split(separator: "&").map { value(ofName: $0) }
      return values.contains(false) ? false : values.contains(nil) ? nil : true
    }
    return alternatives.contains(true) ? true : alternatives.contains(nil) ? nil : false
  }

  private func value(ofName text: Substring) -> Bool? {
    let name = text.drop { $0 == " " || $0 == "\t" }
      .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }.uppercased()
    switch name {
    case "APP", "APP-PLUS": return true
    // Web views, mini programs and quick apps. HarmonyOS has no Weex.
    case "H5", "WEB", "MP", "APP-HARMONY", "UNI-APP-X": return false
    case _ where name.hasPrefix("MP-") || name.hasPrefix("QUICKAPP"): return false
    // A component in a `.vue` file may be compiled for both kinds of pages.
    case "APP-NVUE", "APP-PLUS-NVUE": return isNative ? true : nil
    case "APP-VUE": return isNative ? false : nil
    default: return nil
    }
  }
}
