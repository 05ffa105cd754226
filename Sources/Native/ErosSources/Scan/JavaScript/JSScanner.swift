import ErosCore
import ErosRegistry
import ErosSyntax

/// Finds the native names that a page's file uses: a script, a template or HTML.
struct JSScanner {
  private static let suffixes = [
    ".js", ".vue", ".nvue", ".we", ".ts", ".tsx", ".jsx", ".axml", ".html", ".htm",
  ]

  static func reads(_ name: String) -> Bool {
    suffixes.contains { name.ends(with: $0) } && !name.ends(with: ".d.ts")
  }

  static func scan(_ file: SourceFile) -> JSUses {
    var uses = JSUses()
    if let reason = reasonToSkip(file) {
      uses.findings = [reason]
      return uses
    }
    let isHTML = [".html", ".htm"].contains { file.path.hasSuffix($0) }
    // Most HTML files are not pages of a host.
    if isHTML, !HostURL.isMentioned(in: file) { return uses }
    let file = ConditionalComments.compiled(file)
    uses.fileCount = 1
    uses.isUniApp = file.path.hasSuffix(".nvue")
    if let name = fileTag(file.path) { uses.ownTags.insert(name) }
    if [".vue", ".nvue", ".we"].contains(where: file.path.ends) {
      addDocument(file, to: &uses)
    } else if isHTML || file.path.ends(with: ".axml") {
      addPage(file, to: &uses)
    } else {
      uses.addScript(SourceTokens(file, .javaScript))
    }
    return uses
  }

  private static func reasonToSkip(_ file: SourceFile) -> Finding? {
    if isBundled(file) {
      return Finding(
        .bundledScript, at: file.position(at: 0),
        "skipped the output of a bundler, because its names are not those of the source",
        "pass the folder of the source")
    }
    guard file.mentions("[JS Framework] Vm#") else { return nil }
    return Finding(
      .hostCopy, at: file.position(at: 0),
      "skipped the JavaScript framework of Weex, because it is a part of the host")
  }

  private static func addDocument(_ file: SourceFile, to uses: inout JSUses) {
    let document = VueFile(file.bytes)
    uses.findings = document.unsupportedTemplates.map { template in
      Finding(
        .sourceUnreadable, at: file.position(at: template.offset),
        "skipped a template in unsupported language '\(template.language.escapedForDisplay)'")
    }
    let template = TemplateScanner(document.tags, in: file)
    var localTags: Set<String> = []
    for range in document.scripts {
      let script = uses.addScript(
        SourceTokens(file, .javaScript, in: range), template: template.references)
      localTags.formUnion(script.localTags)
    }
    // A component in UTS is available in all pages.
    if file.path.contains("/utssdk/") { uses.ownTags.formUnion(localTags) }
    uses.uses += template.uses
    // Tags that the file itself defines are not native.
    uses.uses.removeAll { $0.need.tag.map { localTags.contains(JSNeed.kebab($0)) } ?? false }
    uses.uses.sort { $0.location < $1.location }
  }

  /// Adds what a page uses that has no Weex components.
  private static func addPage(_ file: SourceFile, to uses: inout JSUses) {
    let document = VueFile(file.bytes, isPage: true)
    for range in document.scripts { uses.addScript(SourceTokens(file, .javaScript, in: range)) }
    uses.uses += PageScanner(document.tags, in: file).uses
    uses.uses.sort { $0.location < $1.location }
  }

  /// Returns the tag that a `.we` file defines for its whole folder.
  private static func fileTag(_ path: String) -> String? {
    let name = path.lastPathComponent
    return name.ends(with: ".we") ? JSNeed.kebab(String(name.dropLast(3))) : nil
  }

  /// Recognizes what webpack or a minifier writes.
  private static func isBundled(_ file: SourceFile) -> Bool {
    guard [".js", ".html", ".htm"].contains(where: { file.path.hasSuffix($0) }) else {
      return false
    }
    if file.path.hasSuffix(".min.js") { return true }
    let marks = [
      "__webpack_require__", "webpackBootstrap", "webpackJsonp", "__weex_bootstrap__(",
    ]
    if file.mentions(anyOf: marks) { return true }
    // This header belongs to a library, unless it uses the host's modules.
    if file.mentions("define.amd"), !file.mentions("requireModule") { return true }
    let generated = file.bytes.split(separator: 0x0A).filter { line in
      line.count > maximumLineLength
        || line.count > maximumCodeLength
          && file.mentions(anyOf: ["function(", "=>{"], in: line.indices)
    }
    // A handwritten file may have one long line.
    return generated.reduce(0) { $0 + $1.count } * 2 > file.bytes.count
  }

  /// Handwritten lines are shorter than this, even with embedded data.
  private static let maximumLineLength = 1 << 14

  /// Handwritten lines with a function are shorter than this.
  private static let maximumCodeLength = 1 << 10
}
