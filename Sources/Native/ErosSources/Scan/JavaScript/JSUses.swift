import ErosConfig
public import ErosCore
public import ErosRegistry
import ErosSyntax

/// The native names that an app's JavaScript uses.
///
/// ```swift
/// let uses = try JSUses(folders: ["src"])
/// let needs = uses.needs(includingGuarded: false)
/// for requirement in parsed.requirements(of: needs, lock: record) {
///   print(requirement.platform, requirement.lowestVersion ?? "no version")
/// }
/// ```
public struct JSUses: Sendable {
  /// A place where JavaScript uses a native name.
  public struct Use: Sendable {
    /// The name in use.
    public let need: JSNeed
    let location: FilePosition

    /// `true` if the code first checks that the name exists.
    public internal(set) var isGuarded = false

    /// `true` if the code runs on some platforms only.
    public internal(set) var checksPlatform = false

    /// `true` if the call passes a function.
    ///
    /// ``usesResult`` tells if its result is used.
    var passesFunction = false
    var usesResult = false

    /// `true` if a module is passed on to code that is not tracked.
    var isUntracked = false

    /// The path of the file.
    public var file: String { location.file }
    /// The position in the file.
    public var position: TextPosition { location.position }
  }

  /// All uses in source order.
  public internal(set) var uses: [Use] = []
  /// Tags that the JavaScript itself defines, in kebab case.
  var ownTags: Set<String> = []
  /// The projects of uni-app among the files.
  private var projects: [UniProject] = []
  /// `true` if files are pages of uni-app.
  var isUniApp = false
  /// The first position that defines tags with computed names, in each file and globally.
  private(set) var computedTags: [String: FilePosition] = [:]
  private(set) var computedGlobalTag: FilePosition?
  /// Findings about unreadable files and folders without scripts.
  ///
  /// `ParsedRegistry.drift(from:)` includes them.
  public internal(set) var findings: [Finding] = []
  /// Folders that are not read, such as `node_modules`.
  public private(set) var skippedFolders: [SkippedFolder] = []
  /// The number of files read.
  ///
  /// What a bundler wrote is skipped and does not count.
  public internal(set) var fileCount = 0

  /// Findings about unreadable files and folders without JavaScript.
  public var unread: [Finding] {
    findings.filter {
      $0.has(RegistryRule.sourceUnreadable) || $0.has(RegistryRule.nothingToRead)
    }
  }

  /// Creates an empty collection for files that you add.
  public init() {}

  /// Scans the files and folders at `folders`, each file once.
  ///
  /// Unreadable files and folders without scripts become findings.
  ///
  /// - Parameters:
  ///   - folders: The files and folders.
  ///   - host: The host of the pages. Files below a `pages.json` are always pages of uni-app.
  /// - Throws: `ErosError` if one of `folders` cannot be read.
  public init(folders: [String], host: NativeHost = .weex) throws {
    let sources = try SourceFolders(folders, of: "JavaScript") {
      JSScanner.reads($0) || UniProject.fileNames.contains($0)
    }
    findings += sources.findings
    skippedFolders = sources.skipped
    projects = UniProject.all(in: sources.files)
    findings += projects.flatMap(\.findings)
    isUniApp = host == .uniApp || !projects.isEmpty
    let scripts = sources.files.filter {
      !UniProject.fileNames.contains($0.path.lastPathComponent)
    }
    for file in scripts {
      var uses = JSScanner.scan(file)
      if host == .uniApp || projects.contains(where: { $0.contains(file.path) }) {
        uses.becomePage(of: file.path)
      }
      add(uses)
    }
    guard fileCount == 0 else { return }
    guard !scripts.isEmpty else {
      findings.addNothingToRead(in: folders, of: "JavaScript")
      return
    }
    findings.append(
      Finding(
        .nothingToRead, at: FilePosition(file: folders[0], position: .start),
        "all JavaScript was skipped, such as the output of a bundler",
        "pass the folder of the source"))
  }

  /// Scans one file.
  ///
  /// Its extension selects the language.
  public mutating func add(_ bytes: [UInt8], file: String) {
    add(JSScanner.scan(SourceFile(path: file, bytes: bytes)))
  }

  /// Keeps what a file uses as a part of uni-app.
  private mutating func becomePage(of path: String) {
    if let tag = UniProject.tag(of: path) { ownTags.insert(JSNeed.kebab(tag)) }
    // In a web page, a tag does not name a native component.
    if path.hasSuffix(".vue") { uses.removeAll { $0.need.tag != nil } }
  }

  /// Returns a listed plugin of uni-app that may register a module or component.
  ///
  /// A module's name starts with its plugin's id.
  func plugin(offering name: String, isModule: Bool) -> UniProject.Plugin? {
    let plugins = projects.flatMap(\.plugins)
    return plugins.first { $0.id == name }
      ?? plugins.first { !isModule || name.hasPrefix($0.id) }
  }

  /// Returns `true` if the JavaScript itself defines the tag.
  func defines(_ tag: String) -> Bool {
    let name = JSNeed.kebab(tag)
    return ownTags.contains(name) || projects.contains { $0.imports(name) }
  }

  private mutating func add(_ other: JSUses) {
    uses += other.uses
    ownTags.formUnion(other.ownTags)
    computedTags.merge(other.computedTags) { first, _ in first }
    computedGlobalTag = computedGlobalTag ?? other.computedGlobalTag
    isUniApp = isUniApp || other.isUniApp
    findings += other.findings
    fileCount += other.fileCount
  }

  /// Adds the uses and tags in a script, and returns its scanner.
  ///
  /// `template` holds the tags that its template names, see ``TemplateScanner/references``.
  @discardableResult
  mutating func addScript(
    _ tokens: SourceTokens, template: [String: String?] = [:]
  ) -> ScriptScanner {
    var script = ScriptScanner(tokens, template: template)
    script.run()
    uses += script.uses
    findings += script.findings
    ownTags.formUnion(script.ownTags)
    let path = tokens.file.path
    computedTags[path] = computedTags[path] ?? script.localComputedTags.first
    computedGlobalTag = computedGlobalTag ?? script.computedTags.first
    return script
  }

  /// Findings about modules whose uses cannot be tracked, for example because a name is computed.
  public var untrackedModules: [Finding] {
    (findings.filter { $0.has(RegistryRule.moduleNotFollowed) }
      + uses.compactMap(\.untrackedFinding)).sorted(by: Finding.isOrdered)
  }

  /// Returns each needed name once, sorted.
  ///
  /// You can leave out names whose presence is checked.
  public func needs(includingGuarded: Bool = true) -> [JSNeed] {
    Set(uses.filter { includingGuarded || !$0.isGuarded }.map(\.need)).sorted()
  }
}

extension JSUses.Use {
  var untrackedFinding: Finding? {
    guard isUntracked, case .entry(.module, let name) = need else { return nil }
    return Finding(
      .moduleNotFollowed, at: location,
      "uses of the module '\(name.escapedForDisplay)' cannot be tracked from here",
      "bind it to a constant: `const name = weex.requireModule('…')`")
  }
}
