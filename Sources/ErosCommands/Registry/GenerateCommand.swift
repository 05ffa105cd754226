import ArgumentParser
import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

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
        $ eros generate --check --sources platforms --js src
        $ eros generate --adopt --sources platforms > eros.native.json
        $ eros generate --requires --js src

      With --check nothing is written. It ends with 1 when a file differs, is missing or is left \
      over, or when the app's version does not promise what changed since the last release that \
      --release recorded. A description with errors ends with 65. --sources and --js look for what \
      the hosts would pass over in silence: classes, methods and names that the native code, the \
      description and the JavaScript do not agree on. Then nothing is written, and it ends with 1.
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

  @OptionGroup var scans: SourceOptions

  @OptionGroup var options: OutputOptions

  func validate() throws {
    if check, release || force {
      throw ValidationError("--check writes nothing, so it excludes --release and --force")
    }
    if scans.adopt || scans.requires, check || release {
      throw ValidationError("--adopt and --requires exclude --check and --release")
    }
  }

  func run() throws {
    if printSchema { return try writeToStandardOutput(String(RegistrySchema.text.dropLast())) }
    if scans.adopt { return try adopt() }
    let project = try RegistryProject(config: config)
    if scans.requires, project.reading.isUsable { return try showRequirements(of: project) }
    var report = GenerateReport(project, isStrict: strict)
    if report.status == .success { report.take(try scans.drift(of: project), isStrict: strict) }
    if report.status == .success || check && report.status == .checkFailed {
      try generate(project, &report)
    }
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

  // MARK: Sources

  private func showRequirements(of project: RegistryProject) throws {
    let uses = try JSUses(folders: scans.scripts)
    let lock = try project.lock(below: output?.string ?? project.place.root)
    let report = RequiresReport(uses, project.reading.requirements(of: uses, lock: lock))
    try report.print(as: options)
    if report.isMissing { throw ExitCode(ErosCore.ExitStatus.checkFailed.rawValue) }
  }

  private func adopt() throws {
    let project = try RegistryProject(ifThere: config)
    if let project, !project.reading.isUsable {
      let report = GenerateReport(project, isStrict: strict)
      try report.show(as: options)
      throw ExitCode(report.status.rawValue)
    }
    let adoption = try Adoption(
      of: NativeSources(folders: scans.sources), onto: project?.reading,
      appName: try resolvedPath(".").lastComponent?.string ?? "app")
    let place = output.map { PackProject.place($0.string, "eros.native.json") }
    if let place, !force, (try? FileStatus(of: place)) != nil {
      throw CommandError.descriptionExists(place)
    }
    if let place {
      try createFolders(output?.string ?? ".")
      try writeWholeFile(adoption.text, to: place)
    }
    try AdoptReport(adoption, wrote: place).show(as: options)
  }
}
