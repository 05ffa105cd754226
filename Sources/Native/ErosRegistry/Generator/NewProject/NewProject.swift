import ErosConfig
import ErosCore
import ErosTemplates

/// The first files of a project: configuration, pages, a native module and generated files.
///
/// All commands accept the project as created.
public struct NewProject: Sendable {
  private let languages: [Platform: NativeLanguage]
  private let name: String
  private let template: ProjectTemplate
  private let buildCommand: String?
  private let nativeFolders: [String]?
  private let scriptFolder: String?
  private let branch: String
  private let folderInRepository: String
  private let configuration = "eros.native.json"
  /// The job's path in ``files()``.
  package static let jobPath = ".github/workflows/bundle.yml"
  private static let maximumNameLength = 64
  /// GitHub replaces expressions that start like this everywhere in a workflow, even in shell
  /// commands.
  private static let expression = "${{"

  /// Creates an app's project for the platforms of `languages`.
  ///
  /// - Parameters:
  ///   - name: The app's key. Class names are derived from it.
  ///   - languages: One language for each platform of the app.
  ///   - template: The host that runs the pages.
  ///   - buildCommand: The shell command that builds the pages in the job, or `nil` if the pages
  ///     are committed.
  ///   - nativeFolders: The native source folders that the job compares. Pass an empty list for the
  ///     default folder, or `nil` to compare none.
  ///   - scriptFolder: The JavaScript folder that the job compares, or `nil` to compare none.
  ///   - branch: The job checks pushes to this branch.
  ///   - folderInRepository: Where the project is in its repository. Empty for the top folder.
  /// - Precondition: `languages` is not empty.
  /// - Throws: ``GeneratorError/badAppName(_:)`` if the name is not a valid key.
  ///   ``GeneratorError/workflowExpression(_:)`` if GitHub would take a folder or branch for code.
  ///   ``GeneratorError/controlInWorkflow(_:)`` if a name contains a control character.
  public init(
    name: String, languages: [NativeLanguage], template: ProjectTemplate = .eros,
    buildCommand: String? = nil, nativeFolders: [String]? = [], scriptFolder: String? = "dist",
    branch: String = "main", folderInRepository: String = ""
  ) throws(GeneratorError) {
    precondition(!languages.isEmpty, "`languages` is empty")
    guard Self.isName(name) else { throw .badAppName(name) }
    let inWorkflow =
      [branch, folderInRepository, buildCommand, scriptFolder].compactMap(\.self)
      + (nativeFolders ?? [])
    let expression = inWorkflow.first { $0.contains(Self.expression) }
    if let expression { throw .workflowExpression(expression) }
    try Self.checkLines(inWorkflow)
    self.name = name
    self.template = template
    self.buildCommand = buildCommand
    self.nativeFolders = nativeFolders
    self.scriptFolder = scriptFolder
    self.branch = branch
    self.folderInRepository = folderInRepository
    self.languages = Dictionary(languages.map { ($0.platform, $0) }) { $1 }
  }

  /// Returns where the job of a project in `folder` belongs in the repository.
  ///
  /// GitHub reads jobs only from a repository's top folder. Several projects may share it.
  package static func jobPath(inRepositoryFor folder: String) -> String {
    guard !folder.isEmpty else { return jobPath }
    let name = folder.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
    return ".github/workflows/bundle-\(name).yml"
  }

  private var jobPathInProject: String {
    Self.path(Self.jobPath(inRepositoryFor: folderInRepository), from: folderInRepository)
  }

  /// Returns the relative path from a folder in the repository to `path`.
  package static func path(_ path: String, from folder: String) -> String {
    folder.split(separator: "/").map { _ in "../" }.joined() + path
  }

  /// Derives a name from a folder's name.
  ///
  /// Invalid characters become `-`.
  public static func name(for folder: String) -> String {
    let words = folder.split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == "_") }
    let name = String(words.joined(separator: "-").drop { !$0.isLetter }.prefix(maximumNameLength))
    return isName(name) ? name : "my-app"
  }

  /// Returns all files, sorted by path.
  ///
  /// Nothing is written.
  ///
  /// - Throws: ``GeneratorError`` if a template or setting is invalid. `CryptoError` if hashing
  ///   fails.
  public func files() throws -> [GeneratedFile] {
    let context = context()
    let templates = TemplateSet(template.files)
    let other = Platform.allCases.filter { languages[$0] == nil }.map {
      "platforms/\($0.rawValue)/"
    }
    let names = template.files.filter { !other.contains(where: $0.name.hasPrefix) }
    var files = try names.map { template in
      GeneratedFile(
        path: template.name.hasPrefix("git") ? "." + template.name : template.name,
        bytes: try templates.render(template.name, context))
    }
    files.append(
      GeneratedFile(path: "eros.native.schema.json", bytes: Array(RegistrySchema.text.utf8)))
    if let config = files.first(where: { $0.path == configuration }) {
      files += try nativeFiles(of: ParsedRegistry.read(config.bytes, file: configuration))
    }
    return files.sorted { inByteOrder($0.path, $1.path) }
  }

  /// Returns the generated files, and a first version of the class in the configuration.
  private func nativeFiles(of parsed: ParsedRegistry) throws -> [GeneratedFile] {
    guard parsed.isUsable else { throw GeneratorError.badAppName(name) }
    let skeletons = SkeletonGenerator(parsed)
    let examples =
      [(template.example, template == .mpaas ? viewType : moduleName)]
      + (template == .uniApp ? [(.component, componentName)] : [])
    let classes = try languages.sorted { $0.key < $1.key }.flatMap { _, language in
      try examples.flatMap { try skeletons.files($0, named: $1, in: language) }
    }
    return try RegistryGenerator(parsed, source: configuration).files() + classes
  }

  // MARK: Names

  /// Returns `true` if the name can be an app's key.
  public static func isName(_ name: String) -> Bool {
    (1...maximumNameLength).contains(name.utf8.count)
      && name.utf8.allSatisfy(\.isDashedNamePart)
      && name.utf8.first.map(\.isLetter) == true
  }

  private var className: String { TypeScriptNames.pascalCase(name) }
  /// The module's name, at most as long as an app's name.
  private var moduleName: String {
    let suffix = template == .uniApp ? "-Greeter" : "Greeter"
    // A plugin's modules start with its id.
    if template == .uniApp { return pluginID + suffix }
    return className.lowercasedFirst.prefix(Self.maximumNameLength - suffix.count) + suffix
  }
  /// The id of a uni-app plugin, which leaves room for the names of its modules.
  private var pluginID: String { String(className.prefix(Self.maximumNameLength - 8)) }
  private var componentName: String { word.prefix(Self.maximumNameLength - 6) + "-badge" }
  private var iosFolder: String { "platforms/ios/\(className)/\(className)" }
  private var androidFolder: String {
    "platforms/android/\(className)/\(template == .uniApp ? "plugin" : "app")/src/main"
  }

  private var word: String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

  private var viewType: String { word + "_greeter" }

  /// The package.
  ///
  /// Its last component cannot be a keyword.
  private var package: String {
    let word = word
    let isReserved = ReservedWords.java.contains(word) || ReservedWords.kotlin.contains(word)
    return "com.example." + word + (isReserved ? "app" : "")
  }

  /// Quotes a text for YAML if needed: `1.0` or `on` would not be strings.
  package static func yaml(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0.isDashedNamePart || $0 == UInt8(ascii: "/") }
    let others = ["true", "false", "yes", "no", "on", "off", "null", "y", "n"]
    let isWord = text.utf8.first.map(\.isLetter) == true && !others.contains(text.lowercased())
    return isPlain && isWord ? text : quoted(text)
  }

  /// Checks that names can be in the lines of a job.
  ///
  /// - Throws: ``GeneratorError/controlInWorkflow(_:)`` for a line break, even one that only YAML
  ///   knows, and for characters that YAML does not allow.
  package static func checkLines(_ names: [String]) throws(GeneratorError) {
    let bad = names.first { name in
      name.unicodeScalars.contains { scalar in
        switch scalar.value {
        case 0x09: false
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0xFEFF, 0xFFFE, 0xFFFF: true
        default: false
        }
      }
    }
    if let bad { throw .controlInWorkflow(bad) }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "''") + "'"
  }

  /// Quotes a command for YAML if needed: a folder's name can contain `: ` and ` #`.
  package static func yaml(command: String) -> String {
    let isPlain = ![": ", " #"].contains { command.contains($0) } && !command.hasSuffix(":")
    return isPlain ? command : quoted(command)
  }

  /// Returns the command that compares the native sources, or `nil` to compare none.
  private func sourcesCommand(_ scripts: String) -> String? {
    nativeFolders.map { folders in
      let arguments = folders.map { " " + $0.shellQuoted }.joined()
      return Self.yaml(command: "eros sources" + arguments + scripts + " --format github")
    }
  }

  private func context() -> TemplateContext {
    let androidLanguage = languages[.android]?.rawValue ?? ""
    let classes = template.classNames
    let registrant =
      template == .mpaas
      ? "ErosEmbedViewRegistrant" : "Eros\(template == .rexxar ? "Rexxar" : "")Registrant"
    let host = template.rawValue
    let scriptFolder = template == .uniApp ? "pages" : scriptFolder
    let scripts = template.usesModules ? scriptFolder.map { " --js " + $0.shellQuoted } ?? "" : ""
    return [
      "name": .text(name), "class": .text(className), "module": .text(moduleName),
      "package": .text(package),
      "ios": .flag(languages[.ios] != nil), "android": .flag(languages[.android] != nil),
      "swift": .flag(languages[.ios] == .swift),
      "iosLanguage": .text(languages[.ios]?.rawValue ?? ""),
      "androidLanguage": .text(androidLanguage), "iosFolder": .text(iosFolder),
      "androidFolder": .text(androidFolder),
      "packPlatform": .text(
        languages.count == 1 ? languages.keys.first?.rawValue ?? "all" : "all"),
      "weex": .flag(template == .weex), "rexxar": .flag(template == .rexxar),
      "mpaas": .flag(template == .mpaas), "packsBundle": .flag(template.packsBundle),
      "plugin": .text("nativeplugins/\(pluginID)"), "pluginID": .text(pluginID),
      "component": .text(componentName),
      "pluginPaths": .text(
        languages[.android] == nil
          ? "`eros.registry.json`"
          : "`assets/\(PluginTableName.assets)` and `proguard-eros.pro` below `\(androidFolder)/`"),
      "pluginClasses": list(
        ios: "`Modules/` and `Components/` in `\(iosFolder)/`",
        android: "`\(androidFolder)/\(androidLanguage)/`"),
      "platformNames": list(ios: "iOS", android: "Android"),
      "viewType": .text(viewType),
      "buildCommand": .text(ifPresent: buildCommand), "branch": .text(Self.yaml(branch)),
      "workingFolder": .text(
        ifPresent: folderInRepository.isEmpty ? nil : Self.yaml(folderInRepository)),
      "buildFolder": .text(
        folderInRepository.isEmpty ? "build" : Self.yaml(folderInRepository + "/build")),
      "job": .text(jobPathInProject),
      "sourcesCommand": .text(ifPresent: sourcesCommand(scripts)),
      "checkScripts": .text(scripts),
      "kind": .text(template.classNames.suffix.lowercased() + "s"),
      "start": .text(
        template.start(
          ios: languages[.ios].map { _ in className }, android: languages[.android] != nil)),
      // GitHub's expressions use the same braces as these templates.
      "archive": "${{ vars.EROS_ARCHIVE }}", "digest": "${{ vars.EROS_SHA256 }}",
      // Mini programs use the same braces as these templates.
      "textBinding": "{{text}}", "countBinding": "{{count}}",
      "presets": list(ios: "\"\(host)-ios\"", android: "\"\(host)-android\""),
      "generatedPaths": list(
        ios: "`\(iosFolder)/Generated/`",
        android: "`\(registrant)` and `proguard-eros.pro` below `\(androidFolder)/`"),
      "classPaths": list(
        ios: "`\(iosFolder)/\(classes.folder)/`",
        android: "`Greeter\(classes.suffix)` below `\(androidFolder)/\(androidLanguage)/`"),
      "registrants": list(
        ios: "`\(className)ErosRegistrant` on iOS", android: "`ErosRegistrant` on Android"),
    ]
  }

  /// Joins the texts for the app's platforms.
  private func list(ios: String, android: String) -> TemplateValue {
    let names = [languages[.ios].map { _ in ios }, languages[.android].map { _ in android }]

    return .text(names.compactMap(\.self).joined(separator: ", "))
  }
}
