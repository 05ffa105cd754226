/// A stack line that names a position in a script.
///
/// ```
/// onClick@file:///data/pages/home/index.js?x=1:1:2345           JavaScriptCore
///     at async onClick (file:///data/pages/home/index.js:1:2345)   V8
///     at onClick (address at pages/home/index.js:1:2344)           Hermes, bytecode
///     at onClick (address at unknown:1:2344)                       Hermes, without the file
/// onClick@1:2344                                                Hermes, in reports of crashes
/// ```
package struct ScriptFrame: Hashable, Sendable {
  /// In bytes.
  ///
  /// A longer line is not parsed.
  private static let maximumLength = 16_384
  /// Precedes a position in bytecode, whose columns start at 0.
  private static let address = "address at "

  /// The text before the function or the file, such as `    at `.
  package let prefix: String
  /// `nil` if the line names no function.
  package let function: String?
  /// A file or URL, but no position.
  ///
  /// Empty if Hermes has none.
  package let file: String
  package let position: TextPosition

  /// Returns `nil` if the line names no position in a script.
  package init?(_ line: String) {
    guard line.utf8.count <= Self.maximumLength else { return nil }
    let text = line.prefix { $0.isWhitespace }
    let frame = line.dropFirst(text.count).withoutSpaceAtEnd
    guard let parts = Self.afterAt(frame) ?? Self.ofJavaScriptCore(frame) else { return nil }
    prefix = String(text + parts.prefix)
    function = parts.function.isEmpty ? nil : String(parts.function)
    file = String(parts.location.file)
    position = parts.location.position
  }

  /// `true` if the frame names its script.
  ///
  /// Hermes does not if its compiler got no name.
  package var hasFile: Bool { !["", "unknown", "<unknown>"].contains(file) }

  /// The function's own name in the script, such as `b` for `new t.b [as run]`.
  package var declaredName: String? {
    guard let function else { return nil }
    let name = function.firstRange(of: " [as ").map { function[..<$0.lowerBound] } ?? function[...]
    let word = name.split(separator: " ").last ?? ""
    return word.split(separator: ".").last.map(String.init)
  }

  private typealias Location = (file: Substring, position: TextPosition)
  private typealias Parts = (prefix: Substring, function: Substring, location: Location)

  /// Parses V8 and Hermes frames: `at function (file:line:column)` or `at file:line:column`.
  ///
  /// A log may have written text before `at`.
  private static func afterAt(_ frame: Substring) -> Parts? {
    let mark = "at "
    let starts = frame.ranges(of: mark).map(\.lowerBound)
    let start = starts.first { start in
      frame[..<start].last?.isWhitespace ?? true
    }
    guard let start else { return nil }
    var body = frame[frame.index(start, offsetBy: mark.count)...]
    if body.hasPrefix("async ") { body = body.dropFirst("async ".count) }
    let prefix = frame[..<body.startIndex]
    guard let open = body.firstIndex(of: "(") else {
      return location(body, isBare: true).map { (prefix, "", $0) }
    }
    let function = body[..<open].withoutSpaceAtEnd
    return parenthesized(body[open...]).map { (prefix, function, $0) }
  }

  /// Parses the position in parentheses.
  ///
  /// For `eval`, the position of the call is inside: `(eval at run (pages/a.js:1:20),
  /// <anonymous>:1:1)`.
  private static func parenthesized(_ text: Substring) -> Location? {
    guard let close = text.lastIndex(of: ")") else { return nil }
    let outer = text[..<close].dropFirst()
    if let end = text.firstIndex(of: ")"), let start = text[..<end].lastIndex(of: "("),
      let inner = location(text[text.index(after: start)..<end])
    {
      return inner
    }
    return location(outer)
  }

  /// Parses a JavaScriptCore frame: `function@file:line:column`, or just `file:line:column`.
  private static func ofJavaScriptCore(_ frame: Substring) -> Parts? {
    guard let at = frame.firstIndex(of: "@") else {
      return location(frame, isBare: true).map { ("", "", $0) }
    }
    let (function, text) = (frame[..<at], frame[frame.index(after: at)...])
    return (location(text) ?? offset(text, of: function)).map { ("", function, $0) }
  }

  /// Parses `line:offset` for a function whose script Hermes does not name.
  ///
  /// Offsets start at 0.
  private static func offset(_ text: Substring, of function: Substring) -> Location? {
    guard !function.isEmpty, !function.contains(where: { $0.isWhitespace || $0 == "/" }),
      let (remainder, offset) = number(endOf: text), let (_, line) = number(endOf: ":" + remainder),
      !remainder.contains(":"), line >= 1
    else { return nil }
    return ("", TextPosition(line: line, column: offset + 1))
  }

  /// Parses `file:line:column`.
  ///
  /// A bare position has no function. It is just text in a message if its file is not a path or a
  /// URL.
  private static func location(_ text: Substring, isBare: Bool = false) -> Location? {
    let isAddress = text.hasPrefix(address)
    let text = isAddress ? text.dropFirst(address.count) : text
    guard let (remainder, column) = number(endOf: text),
      let (file, line) = number(
        endOf: isAddress && !remainder.contains(":") ? ":" + remainder : remainder),
      isAddress || !file.isEmpty, line >= 1
    else { return nil }
    let first = isAddress ? 0 : 1
    guard column >= first else { return nil }
    let isPath = (file.contains("/") || file.contains(".")) && !file.contains(where: \.isWhitespace)
    guard isPath || !isBare else { return nil }
    return (file, TextPosition(line: line, column: column - first + 1))
  }

  /// Splits `text:number`.
  ///
  /// The number fits 32 bits.
  private static func number(endOf text: some StringProtocol) -> (
    remainder: Substring, number: Int
  )? {
    let text = Substring(text)
    guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else { return nil }
    let digits = text[colon...].dropFirst()
    guard digits.utf8.allSatisfy(\.isDigit), let number = Int32(digits) else { return nil }
    return (text[..<colon], Int(number))
  }
}

extension Substring {
  fileprivate var withoutSpaceAtEnd: Substring {
    lastIndex { !$0.isWhitespace }.map { self[...$0] } ?? ""
  }
}
