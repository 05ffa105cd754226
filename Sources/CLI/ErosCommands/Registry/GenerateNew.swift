public import ArgumentParser
public import ErosConfig
import ErosCore
public import ErosRegistry
import ErosSources

struct GenerateNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create the classes of a module, component, widget or embed-view",
    discussion: """
      Writes one class for each platform, with the declared methods, attributes and events and the \
      lifecycle methods. The classes are never generated again, and existing files are never replaced:

        $ eros generate new module acmeScan
        $ eros generate new component acme-chart --platform ios --ios-language swift

      If a module or component is not declared yet, prints the entry to add to the configuration.

      iOS classes are created in a folder such as 'Modules' beside the folder 'Generated', or in the folder \
      of generated code if it has another name; Android classes are in the folder of \
      their package. Methods that you have not implemented yet log a message in the app.
      """)

  @ParentCommand var generate: GenerateCommand

  @Argument(help: "The kind of the declaration.")
  var kind: EntryKind

  @Argument(help: "The name of the declaration in the configuration.")
  var name: String

  @OptionGroup var shared: GenerateOptions

  @Option(help: "The language of the iOS class (default: from the configuration).")
  var iosLanguage: IOSLanguage?

  @Option(help: "The language of the Android class (default: from the configuration).")
  var androidLanguage: AndroidLanguage?

  @Option(
    help: ArgumentHelp(
      "The version of the Weex SDK for Android (default: from the Gradle files, else a current one).",
      valueName: "version"))
  var weexVersion: WeexVersion?

  @Option(help: "The folder of the iOS class in the output folder.", completion: .directory)
  var iosFolder: String?

  @Option(
    help: "The folder of Android packages in the output folder.", completion: .directory)
  var androidFolder: String?

  @OptionGroup var options: FindingOptions

  func validate() throws {
    if shared.platform == .js { throw ValidationError("'new' supports only 'ios' and 'android'") }
  }

  func run() throws {
    if let option = generate.unsupportedOption {
      throw ValidationError("\(option) cannot be used with 'new', which only adds files")
    }
    let project = try shared.project.find(options.output)
    var registry = try ParsedRegistry.read(project)
    let suggestion =
      registry.isUsable
      ? try SuggestedDeclaration(kind, named: name, in: project.config) : nil
    if let suggestion { registry = suggestion.description }
    let outcome = CheckOutcome(
      ofGenerating: registry, by: FindingPolicy(), comparesSources: false)
    _ = try outcome.registry(of: registry, in: project, as: options)
    let generator = SkeletonGenerator(
      registry, templates: try shared.templateSet(of: registry, in: project),
      weexVersion: try weexVersion ?? usedWeexVersion(in: project.folder))
    let platforms =
      try shared.platform.platform.map { [$0] } ?? generator.platforms(of: kind, named: name)
    let folders = [Platform.ios: iosFolder, .android: androidFolder].compactMapValues(\.self)
    try generator.checkFolders(on: platforms, given: Set(folders.keys))
    var files: [GeneratedFile] = []
    var others: [String] = []
    for platform in platforms {
      let language = language(on: platform, generator)
      let folder = folders[platform]
      files += try generator.files(kind, named: name, in: language, folder: folder)
      others += try generator.otherPaths(kind, named: name, than: language, folder: folder)
    }
    try OutputFolder(shared.output?.string ?? project.folder).create(files, besides: others)
    if try outcome.printFindings(as: options) { return }
    try NewFiles(
      wrote: files.map(\.path), file: project.configPath, declaration: suggestion
    ).print(as: options.output)
  }

  /// Returns the version in the Gradle files.
  ///
  /// Only component constructors depend on it.
  private func usedWeexVersion(in folder: String) throws -> WeexVersion? {
    guard kind == .component, shared.platform != .ios else { return nil }
    return try WeexVersion.find(below: folder)
  }

  private func language(on platform: Platform, _ generator: SkeletonGenerator) -> NativeLanguage {
    let chosen =
      platform == .ios ? iosLanguage.map(\.language) : androidLanguage.map(\.language)
    return chosen ?? generator.defaultLanguage(for: kind, named: name, on: platform)
  }
}

/// The kinds that have a class, by the names in their rows.
extension EntryKind: ExpressibleByArgument {
  public static var allValueStrings: [String] {
    allCases.compactMap(\.row.skeleton?.argument)
  }

  public init?(argument: String) {
    guard let kind = Self.allCases.first(where: { $0.row.skeleton?.argument == argument }) else {
      return nil
    }
    self = kind
  }
}

extension WeexVersion: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

enum IOSLanguage: String, ExpressibleByArgument, CaseIterable {
  case objc, swift

  var language: NativeLanguage { self == .objc ? .objc : .swift }
}

enum AndroidLanguage: String, ExpressibleByArgument, CaseIterable {
  case java, kotlin

  var language: NativeLanguage { self == .java ? .java : .kotlin }
}

private struct NewFiles: Report {
  let wrote: [String]
  /// The entry to add to the configuration, unless the class is already declared.
  let declaration: Declaration?
  private let advice: String?

  private enum CodingKeys: String, CodingKey {
    case wrote, declaration
  }

  struct Declaration: Encodable {
    let key: String
    let entry: JSONValue
  }

  init(wrote: [String], file: String, declaration: SuggestedDeclaration?) {
    self.wrote = wrote
    self.declaration = declaration.map { Declaration(key: $0.key, entry: .object($0.entry)) }
    advice = declaration.map {
      "add this entry to '\($0.key)' in \(file.escapedForDisplay), then run `eros generate`:\n\n\($0.text)"
    }
  }

  func text(_ style: TextStyle) -> String {
    (wrote.map { "wrote \($0.escapedForDisplay)" } + [advice].compactMap(\.self))
      .joined(separator: "\n")
  }
}
