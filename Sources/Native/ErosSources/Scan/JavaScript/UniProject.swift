import ErosCore
import ErosFiles
import ErosSyntax

/// A project of uni-app, which has a `pages.json` and a `manifest.json`.
///
/// Its `.nvue` pages have native components. Its `.vue` pages are web pages, where a tag does not
/// name a native component.
struct UniProject: Sendable {
  static let fileNames: Set<String> = ["pages.json", WgtIdentity.fileName]

  /// A plugin that the app loads, perhaps as a binary.
  struct Plugin: Sendable {
    let id: String
    let position: FilePosition
  }

  private let folder: String
  private(set) var plugins: [Plugin] = []
  /// The texts that tags of auto-imported components contain, at their start if it is anchored.
  private var rules: [(text: String, isAnchored: Bool)] = []
  /// The error in `pages.json`, if any.
  private(set) var findings: [Finding] = []

  /// Returns the projects whose `pages.json` is among `files`.
  static func all(in files: [SourceFile]) -> [UniProject] {
    files.filter { $0.path.lastPathComponent == "pages.json" }.compactMap { pages in
      var project = UniProject(pages)
      let manifest = joinedPath(pages.path.parentPath, WgtIdentity.fileName)
      if let file = files.first(where: { $0.path == manifest }) { project?.addPlugins(of: file) }
      return project
    }
  }

  /// Adds the plugins that HBuilderX lists in `manifest.json`.
  private mutating func addPlugins(of file: SourceFile) {
    let bytes = ConditionalComments.compiled(file).bytes
    let manifest = try? UniManifest(bytes, file: file.path)
    plugins = (manifest?.plugins ?? []).map {
      Plugin(id: $0.key, position: file.position(at: $0.keyRange.lowerBound))
    }
  }

  /// Reads a `pages.json`, or returns `nil` if it is not one of uni-app.
  private init?(_ file: SourceFile) {
    guard file.mentions("\"pages\"") else { return nil }
    folder = file.path.parentPath
    let compiled = ConditionalComments.compiled(file)
    do {
      let root = try JSONReader.read(compiled.bytes, file: file.path, syntax: .javaScript).value
      guard let pages = root.object?["pages"]?.array,
        pages.allSatisfy({ $0.value.object?["path"] != nil })
      else { return nil }
      let custom = root.object?["easycom"]?.object?["custom"]?.object
      rules = custom?.members.map { Self.rule($0.key) } ?? []
    } catch {
      findings = [SourceUnit.finding(error, in: file)].map { $0.with(.note) }
      // Any tag may be the name of an auto-imported component.
      rules = [("", true)]
    }
  }

  /// Returns the literal start of an expression such as `^u-(.*)`.
  private static func rule(_ expression: String) -> (text: String, isAnchored: Bool) {
    // Alternatives outside parentheses start with different texts.
    var depth = 0
    for character in expression {
      if character == "|", depth == 0 { return ("", true) }
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
    }
    let isAnchored = expression.hasPrefix("^")
    var pattern = Substring(expression).dropFirst(isAnchored ? 1 : 0)
    // `^(?!acme-a|acme-b)acme-(.*)`
    if pattern.hasPrefix("(?!"), let end = pattern.firstIndex(of: ")") {
      pattern = pattern[pattern.index(after: end)...]
    }
    let text = pattern.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isRepeated = pattern.dropFirst(text.count).first.map { "*?{".contains($0) } ?? false
    return (String(isRepeated ? text.dropLast() : text), isAnchored)
  }

  func contains(_ file: String) -> Bool { folder.isEmpty || file.hasPrefix(folder + "/") }

  /// Returns `true` if a rule of `pages.json` imports the component with this tag.
  func imports(_ tag: String) -> Bool {
    rules.contains { $0.isAnchored ? tag.hasPrefix($0.text) : tag.contains($0.text) }
  }

  /// Returns the tag of an auto-imported component, `components/NAME/NAME.vue`.
  static func tag(of path: String) -> String? {
    let names = path.split(separator: "/")
    guard names.count > 2, names[names.count - 3] == "components",
      let dot = names[names.count - 1].lastIndex(of: "."),
      names[names.count - 1][..<dot] == names[names.count - 2]
    else { return nil }
    return String(names[names.count - 2])
  }
}
