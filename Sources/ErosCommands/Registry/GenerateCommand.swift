import ArgumentParser
import ErosCore
import ErosFiles
import ErosRegistry

struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate",
    abstract: "Generate the tables that register native modules, components and the rest",
    discussion: """
      Reads what eros.native.json declares and writes what the hosts need: registrants in \
      Objective-C, Swift, Java or Kotlin, Android resources and keep rules, declarations for \
      TypeScript. Files that would not change are not touched:

        $ eros generate
        $ eros generate --check

      With --check nothing is written. It ends with 1 when a file differs, is missing or is left \
      over, or when the app's version does not promise what changed since the last release that \
      --release recorded. A description with errors ends with 65.
      """)

  @Option(help: "The configuration, in any of its forms.", completion: .file())
  var config: String?

  @Option(
    name: .shortAndLong, help: "The folder to write to; without it, the project's own.",
    completion: .directory)
  var output: OutputPath?

  @Flag(help: "Only compare what is there with what would be written.")
  var check = false

  @Flag(help: "Record what the app offers by now as released.")
  var release = false

  @Flag(help: "Replace files that were not generated.")
  var force = false

  @Flag(help: "Take warnings for errors.")
  var strict = false

  @Option(help: "A folder with templates of your own.", completion: .directory)
  var templates: String?

  @Flag(help: "Print the JSON Schema of the configuration, for editors.")
  var printSchema = false

  @OptionGroup var options: OutputOptions

  func validate() throws {
    if check, release || force {
      throw ValidationError("--check writes nothing, so it excludes --release and --force")
    }
  }

  func run() throws {
    if printSchema { return try writeToStandardOutput(String(RegistrySchema.text.dropLast())) }
    let project = try RegistryProject(config: config)
    var report = GenerateReport(project, isStrict: strict)
    if report.status == .success { try generate(project, &report) }
    try report.show(as: options)
    guard report.status == .success else { throw ExitCode(report.status.rawValue) }
  }

  private func generate(_ project: RegistryProject, _ report: inout GenerateReport) throws {
    guard let registry = project.reading.registry else { return }
    let root = output?.string ?? project.place.root
    let generator = try RegistryGenerator(
      project.reading, source: project.place.pathFromRoot,
      templates: try TemplateSet.from(folder: templates))
    let files = try generator.files()
    let folder = OutputFolder(root)
    let comparison = try folder.compare(files, manifest: registry.manifestPath)
    report.take(comparison, isCheck: check, isForced: force)
    if check {
      report.take(try releases(project, generator, below: root))
    } else if report.status == .success {
      try folder.apply(comparison, manifest: registry.manifestPath)
      if release { try record(project, generator, below: root, &report) }
    }
  }

  // MARK: Releases

  private func releases(
    _ project: RegistryProject, _ generator: RegistryGenerator, below root: String
  ) throws -> [ReleaseCheck] {
    let registrations = try Platform.allCases.map { ($0, try generator.registration(on: $0)) }
    return project.reading.registry?.check(
      against: try project.lock(below: root),
      registrations: Dictionary(uniqueKeysWithValues: registrations)) ?? []
  }

  private func record(
    _ project: RegistryProject, _ generator: RegistryGenerator, below root: String,
    _ report: inout GenerateReport
  ) throws {
    guard let registry = project.reading.registry else { return }
    var lock = try project.lock(below: root)
    for platform in Platform.allCases {
      guard let version = registry.version(on: platform) else { continue }
      lock.record(
        .init(
          version: version, surface: registry.surface(on: platform),
          registration: try generator.registration(on: platform)))
      report.recorded.append("\(platform.rawValue) \(version)")
    }
    try writeWholeFile(try lock.text(), to: project.lockPath(below: root))
  }
}
