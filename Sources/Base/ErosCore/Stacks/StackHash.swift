/// A hash over a script's stack: the first 8 bytes of the SHA-256 of ``text(of:)``.
///
/// If two hashes are equal, a script failed at the same position, called by the same functions. The
/// hash contains neither the error's message nor a path on the device.
package struct StackHash: HexDigest {
  /// In bytes.
  ///
  /// The rest is ignored.
  package static let maximumLength = 64 << 10
  /// V8 records no more by default.
  private static let maximumFrameCount = 10

  package let bytes: SIMD8<UInt8>

  package init(bytes: SIMD8<UInt8>) { self.bytes = bytes }

  /// Returns the hashed text, or `nil` if no line names a position in a script.
  ///
  /// Each of the first 10 frames is a line, innermost first: `priceOf@index.js:1:2345`.
  package static func text(of stack: String) -> String? {
    let start = String(decoding: stack.utf8.prefix(maximumLength), as: UTF8.self)
    var frames: [String] = []
    for line in start.split(whereSeparator: \.isNewline) {
      // Earlier versions do not read frames that have no file, and hashes must stay the same.
      guard let frame = ScriptFrame(String(line)), !frame.file.isEmpty else { continue }
      frames.append(frame.normalizedText)
      if frames.count == maximumFrameCount { break }
    }
    return frames.isEmpty ? nil : frames.joined(separator: "\n")
  }
}

extension ScriptFrame {
  /// Names that engines use for code that has none.
  private static let placeholders: Set = [
    "anonymous", "<anonymous>", "global", "global code", "eval code", "module code",
  ]

  /// Does not depend on the engine, on the device's folders, or on the URL's query.
  fileprivate var normalizedText: String {
    let names = [function, declaredName].compactMap(\.self)
    let name = names.contains(where: Self.placeholders.contains) ? "" : declaredName ?? ""
    let path = file.prefix { $0 != "?" && $0 != "#" }
    let script = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return "\(name)@\(script):\(position)"
  }
}
