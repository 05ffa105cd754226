public import ArgumentParser
import ErosConfig
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

struct GenerateNew: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write the first version of a declared class",
    discussion: """
      Takes what the configuration says of a module, component, widget or embed-view, and writes \
      its class for both platforms: exported methods, attributes, events and the hooks of its life. \
      Nothing of it is generated again, and no file is ever replaced:

        $ eros generate new module acmeScan
        $ eros generate new component acme-chart --platform ios --ios-language swift

      Classes go where generated code goes, those of Android by their package. What is left to \
      write says so in the log of the app.
      """)

  @ParentCommand var generate: GenerateCommand

  @Argument(help: "What the class is for.")
  var kind: SkeletonKind

  @Argument(help: "The name that the configuration declares it with.")
  var name: String

  @OptionGroup var shared: GenerateOptions

  @Option(help: "The language for iOS (default: the configuration's).")
  var iosLanguage: IOSLanguage?

  @Option(help: "The language for Android (default: the configuration's).")
  var androidLanguage: AndroidLanguage?

  @Option(help: "The folder for iOS, below the one to write to.", completion: .directory)
  var iosFolder: String?

  @Option(
    help: "The folder for Android's packages, below the one to write to.", completion: .directory)
  var androidFolder: String?

  @OptionGroup var options: OutputOptions

  func validate() throws {
    if shared.platform == .js { throw ValidationError("classes are for 'ios' and 'android' only") }
  }

  func run() throws {
    if let option = generate.optionOfItsOwn {
      throw ValidationError("\(option) is not for 'new', which only ever adds files")
    }
    let project = try shared.project.find()
    let registry = try ParsedRegistry.read(project)
    let findings = GenerateReport(project, registry, policy: FindingPolicy())
    guard findings.status == .success else {
      try findings.show(as: options)
      throw ExitCode(findings.status.rawValue)
    }
    let generator = SkeletonGenerator(
      registry, templates: try TemplateSet.from(folder: shared.templates))
    let platforms =
      try shared.platform.platform.map { [$0] } ?? generator.platforms(of: kind, named: name)
    var files: [GeneratedFile] = []
    var others: [String] = []
    for platform in platforms {
      let language = language(on: platform, generator)
      let folder = platform == .ios ? iosFolder : androidFolder
      files += try generator.files(kind, named: name, in: language, folder: folder)
      others += try generator.otherPaths(kind, named: name, than: language, folder: folder)
    }
    try OutputFolder(shared.output?.string ?? project.folder).create(files, besides: others)
    try NewFiles(wrote: files.map(\.path)).print(as: options)
  }

  private func language(on platform: Platform, _ generator: SkeletonGenerator) -> NativeLanguage {
    let chosen =
      platform == .ios ? iosLanguage.map(\.language) : androidLanguage.map(\.language)
    return chosen ?? generator.usualLanguage(for: kind, named: name, on: platform)
  }
}

extension SkeletonKind: ExpressibleByArgument {}

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

  func text(_ style: TextStyle) -> String {
    wrote.map { "wrote \($0.escapedForDisplay)" }.joined(separator: "\n")
  }
}
