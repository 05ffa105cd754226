import ErosBundle
import ErosCore
import ErosPack

/// A page, and the script that runs before it.
package struct RehearsalPage: Sendable {
  /// The framework that a page names in its first line.
  package enum PageFramework: String, Sendable {
    case vue = "Vue"
    case rax = "Rax"
    /// `.we` files, the first framework of Weex.
    case weex = "Weex"
    /// A page for a web view, as in Rexxar and mPaaS.
    case web = "Web"
    /// The script for all `.vue` pages of uni-app, which render in web views.
    case service = "uni-app"
    /// A script that names no framework, such as a page for a web view.
    case unknown = "none"
  }

  package let script: RehearsalSource.Script
  /// The scripts that run before it: the app board, or the configuration of uni-app.
  let starts: [RehearsalSource.Script]
  package let framework: PageFramework
  /// `true` if the app shows the page.
  ///
  /// It does not show a mediator, or a library outside page folders.
  let mustRender: Bool

  /// `true` if the app's configuration is known, and so its app board.
  let isOfProject: Bool
  /// `true` if the page belongs to uni-app's build for apps.
  private(set) var isOfUniApp = false
  let files: RehearsalFiles

  /// `true` if scripts that did not run may add members to components.
  var mayGainMembers: Bool { isOfUniApp || !isOfProject }

  /// The remedy if a page needs a description of the app's native modules.
  var descriptionRemedy: Message {
    isOfProject
      ? "describe the native modules in the configuration of the app; see docs/registry.md"
      : "run the command in the project of the app, or pass its configuration with `--config`"
  }

  /// Returns where the scripts contain a literal, if there is exactly one.
  func position(ofText text: String) -> StackFrame? {
    let search = ByteSearch(Array(text.utf8))
    for script in scripts {
      guard let offset = search.first(in: script.text.span, from: 0) else { continue }
      guard search.first(in: script.text.span, from: offset + 1) == nil else { return nil }
      let position = TextPosition.positions(ofBytes: [offset], in: script.text)[0]
      return StackFrame(file: script.file, position: position)
    }
    return nil
  }

  /// Returns the script of a frame, unless it is in an HTML page.
  func script(of frame: StackFrame) -> RehearsalSource.Script? {
    scripts.first { $0.file == frame.file && $0.part == 0 }
  }

  /// Returns the loop that ran when the page was stopped, or `nil` if it is unknown.
  func loop(at stack: [StackFrame]) -> StackFrame? {
    guard let first = stack.first, let script = script(of: first) else { return nil }
    let frames = stack.prefix { $0.file == first.file }
    return ScriptLoops(script.text).position(of: Array(frames)).map {
      StackFrame(function: first.function, file: first.file, position: $0)
    }
  }

  /// The scripts of a page for a web view.
  private(set) var web: WebPage?

  /// The scripts, first to last.
  var scripts: [RehearsalSource.Script] { web?.scripts ?? starts + [script] }

  /// The script that is too large, so that the page does not run.
  var excessScript: RehearsalSource.Script? {
    ([script] + scripts).first { $0.excessSize != nil }
  }

  /// Returns the pages in `source`.
  ///
  /// - Parameters:
  ///   - source: The scripts.
  ///   - board: The path of the script that runs before each page.
  ///   - mediator: The path of the page that is never shown.
  ///   - isOfProject: Pass `true` if the app's configuration is known.
  /// - Returns: The pages, ordered like their scripts.
  static func pages(
    of source: RehearsalSource, board: String?, mediator: String?, isOfProject: Bool = true
  ) -> [RehearsalPage] {
    if let pages = uniAppPages(of: source, isOfProject: isOfProject) { return pages }
    let boardScripts = source.scripts.filter { $0.path.string == board }.prefix(1)
    let webPages = source.webPages.map { page in
      RehearsalPage(
        script: page, starts: [], framework: .web, mustRender: false, isOfProject: isOfProject,
        files: source.files, web: WebPage(page, in: source))
    }
    // These scripts run in their pages.
    let scriptsOfWebPages = Set(webPages.flatMap(\.scripts).map(\.path))
    return webPages
      + source.scripts.filter { script in
        script.path.string != board && !scriptsOfWebPages.contains(script.path)
      }.map { script in
        let isPage = script.path.isPage
        let named = framework(of: script)
        return RehearsalPage(
          script: script, starts: isPage || named != nil ? Array(boardScripts) : [],
          framework: named ?? (isPage ? boardScripts.first.map { framework(of: $0) ?? .vue } : nil)
            ?? .unknown,
          mustRender: script.path.components.first == "pages" && script.path.string != mediator,
          isOfProject: isOfProject, files: source.files)
      }
  }

  private static func framework(of script: RehearsalSource.Script) -> PageFramework? {
    // The build for browsers has the same comment.
    if script.path.string.hasSuffix(".web.js") { return nil }
    let name = FrameworkName.find(in: script.text.span)
    return [.vue, .rax, .weex].first { $0.rawValue.lowercased() == name?.lowercased() }
  }
}
