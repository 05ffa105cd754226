import ErosBundle
import ErosCore

/// A page, and the script that runs before it.
package struct RehearsalPage: Sendable {
  /// The frameworks that a page names in its first line.
  package enum Framework: String, Sendable {
    case vue = "Vue"
    case rax = "Rax"
    /// `.we` files, the first framework of Weex.
    case weex = "Weex"
    /// A script that names no framework, such as a page for a web view.
    case unknown = "none"
  }

  package let script: RehearsalSource.Script
  package let board: RehearsalSource.Script?
  package let framework: Framework
  /// Whether the app shows the page; a mediator, or a library outside the page folders, is not shown.
  package let mustRender: Bool

  /// The scripts in the order of execution.
  package var scripts: [RehearsalSource.Script] { [board, script].compactMap(\.self) }

  /// Returns the pages of `source`.
  ///
  /// - Parameters:
  ///   - source: The scripts.
  ///   - board: The path of the script that runs before each page.
  ///   - mediator: The path of the page that is never shown.
  /// - Returns: The pages, in the order of the scripts.
  package static func pages(
    of source: RehearsalSource, board: String?, mediator: String?
  ) -> [RehearsalPage] {
    let boardScript = board.flatMap { path in source.scripts.first { $0.path.string == path } }
    return source.scripts.filter { $0.path.string != board }.map { script in
      let isPage = script.path.isPage
      let named = framework(of: script)
      return RehearsalPage(
        script: script, board: isPage || named != nil ? boardScript : nil,
        framework: named ?? (isPage ? boardScript.map { framework(of: $0) ?? .vue } : nil)
          ?? .unknown,
        mustRender: script.path.components.first == "pages" && script.path.string != mediator)
    }
  }

  /// Returns the framework in a comment such as `// { "framework": "Vue" }` at the start of a script.
  private static func framework(of script: RehearsalSource.Script) -> Framework? {
    let start = String(decoding: script.text.prefix(400), as: UTF8.self)
    for line in start.split(whereSeparator: \.isNewline).prefix(4) {
      guard line.contains("//") || line.contains("/*"),
        let key = line.firstRange(of: "framework")
      else { continue }
      let value = line[key.upperBound...].drop { !$0.isLetter }.prefix { $0.isLetter }
      return [.vue, .rax, .weex].first { $0.rawValue.lowercased() == value.lowercased() }
    }
    return nil
  }
}
