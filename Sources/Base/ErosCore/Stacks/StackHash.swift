/// The hash of a stack of a script: the first 8 bytes of the SHA-256 of ``text(of:)``.
///
/// Equal hashes mean that a script failed at the same position, called by the same functions. The
/// hash contains neither the message of the error nor a path of the device.
package struct StackHash: HexDigest {
  /// The maximum length of a stack in bytes; the rest is ignored.
  package static let maximumLength = 64 << 10
  /// The maximum number of hashed frames; V8 records no more by default.
  private static let maximumFrameCount = 10

  package let bytes: SIMD8<UInt8>

  package init(bytes: SIMD8<UInt8>) { self.bytes = bytes }

  /// Returns the text that is hashed, or `nil` if no line names a position in a script.
  ///
  /// Each of the first 10 frames is a line, from the innermost one: `priceOf@index.js:1:2345`.
  package static func text(of stack: String) -> String? {
    let start = String(decoding: stack.utf8.prefix(maximumLength), as: UTF8.self)
    var frames: [String] = []
    for line in start.split(whereSeparator: \.isNewline) {
      // Earlier versions do not read frames without a file, and hashes must stay the same.
      guard let frame = ScriptFrame(String(line)), !frame.file.isEmpty else { continue }
      frames.append(frame.normalizedText)
      if frames.count == maximumFrameCount { break }
    }
    return frames.isEmpty ? nil : frames.joined(separator: "\n")
  }
}

extension ScriptFrame {
  /// The names of code without a name.
  private static let placeholders: Set = [
    "anonymous", "<anonymous>", "global", "global code", "eval code", "module code",
  ]

  /// The frame in a form that does not depend on the engine, the folders of the device and the query
  /// of the URL.
  fileprivate var normalizedText: String {
    let names = [function, declaredName].compactMap(\.self)
    let name = names.contains(where: Self.placeholders.contains) ? "" : declaredName ?? ""
    let path = file.prefix { $0 != "?" && $0 != "#" }
    let script = path.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return "\(name)@\(script):\(position)"
  }
}
