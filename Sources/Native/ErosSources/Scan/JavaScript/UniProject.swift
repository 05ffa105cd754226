import ErosCore
import ErosSyntax

/// A project of uni-app, which has a `pages.json`.
///
/// Its `.nvue` pages have native components. Its `.vue` pages are web pages, where a tag does not
/// name a native component.
struct UniProject: Sendable {
  static let fileName = "pages.json"

  private let folder: String
  /// The texts that tags of auto-imported components contain, at their start if it is anchored.
  private var rules: [(text: String, isAnchored: Bool)] = []
  /// The error in `pages.json`, if any.
  private(set) var findings: [Finding] = []

  /// Reads a `pages.json`, or returns `nil` if it is not one of uni-app.
  init?(_ file: SourceFile) {
    guard file.mentions("\"pages\"") else { return nil }
    folder = file.path.parentPath
    let compiled = ConditionalComments.compiled(file)
    do {
      let root = try JSONReader.read(compiled.bytes, file: file.path, syntax: .javaScript).value
      guard root.object?["pages"]?.array != nil else { return nil }
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
    let isAnchored = expression.hasPrefix("^")
    var rest = Substring(expression).dropFirst(isAnchored ? 1 : 0)
    // `^(?!acme-a|acme-b)acme-(.*)`
    if rest.hasPrefix("(?!"), let end = rest.firstIndex(of: ")") {
      rest = rest[rest.index(after: end)...]
    }
    let text = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    let isRepeated = rest.dropFirst(text.count).first.map { "*?{".contains($0) } ?? false
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
