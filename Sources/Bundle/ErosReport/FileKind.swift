/// Kind by which a report colors and filters files, according to their extension.
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

  init(path: String) {
    self = Self.fileExtension(of: path).flatMap { Self.byExtension[$0] } ?? .other
  }

  /// Returns `true` for a script in text, which can share code.
  static func isCode(path: String) -> Bool {
    FileKind(path: path) == .script && fileExtension(of: path) != "wasm"
  }

  /// Returns a file name's extension in lower case, without its dot.
  static func fileExtension(of path: String) -> String? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8[...]
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return Substring(name[dot...].dropFirst()).lowercased()
  }
}
