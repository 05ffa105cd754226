/// The kind of a file according to its extension; the report colors and filters files by it.
enum FileKind: String, Sendable, CaseIterable {
  case script, style, markup, data, image, font, media, other

  private static let extensions: [FileKind: [String]] = [
    .script: ["js", "mjs", "cjs", "jsx", "ts", "tsx", "vue", "we", "wasm", "jsbundle"],
    .style: ["css", "scss", "sass", "less"],
    .markup: ["html", "htm", "xhtml", "xml", "txt", "md"],
    .data: ["json", "csv", "yaml", "yml", "toml", "map", "bin", "plist"],
    .image: ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "ico", "avif", "heic", "apng"],
    .font: ["ttf", "otf", "woff", "woff2", "eot", "ttc", "iconfont"],
    .media: ["mp3", "mp4", "m4a", "m4v", "aac", "ogg", "wav", "webm", "mov", "caf"],
  ]

  private static let byExtension = Dictionary(
    uniqueKeysWithValues: extensions.flatMap { kind, names in names.map { ($0, kind) } })

  /// Determines the kind from the extension of `path`.
  init(path: String) {
    self = Self.fileExtension(of: path).flatMap { Self.byExtension[$0] } ?? .other
  }

  /// Whether a file is a script in text that can share code with others.
  static func isCode(path: String) -> Bool {
    FileKind(path: path) == .script && fileExtension(of: path) != "wasm"
  }

  /// Returns the extension of a file name in lower case, without the dot.
  static func fileExtension(of path: String) -> String? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Substring(name[dot...].dropFirst()).lowercased()
  }
}
