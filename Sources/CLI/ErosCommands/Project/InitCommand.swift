public import ArgumentParser
import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Create an app's project",
    discussion: """
      Writes a configuration, pages, an example of a native module with a class for each platform, \
      the files of `eros generate`, and a CI workflow:

        $ eros init my-app
        $ cd my-app
        $ eros pack --output build

      The pages are those of an Eros app; --template selects another framework:

        $ eros init my-site --template rexxar

      On a terminal, it asks for the folder, the name, the framework and the platforms unless options \
      set them. The folder can contain other files, which are never replaced: if one has the name of a new file, nothing is \
      written. GitHub reads jobs only from the top folder of a repository, so the workflow of a project in another \
      folder is written there.
      """)

  @Argument(help: "The folder of the project; created if it is missing.", completion: .directory)
  var folder: OutputPath?

  @Option(help: "The app's name in code (default: the folder's name).")
  var name: String?

  @Option(help: "The framework of the app (default: eros).")
  var template: ProjectTemplate?

  @Option(help: "The platforms of the app (default: all).")
  var platform: PlatformSelection?

  @Option(help: "The language of the iOS app (default: objc).")
  var iosLanguage: IOSLanguage?

  @Option(help: "The language of the Android app (default: java).")
  var androidLanguage: AndroidLanguage?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if platform == .android, iosLanguage != nil {
      throw ValidationError("--ios-language requires an iOS app, but --platform is android")
    }
    if platform == .ios, androidLanguage != nil {
      throw ValidationError("--android-language requires an Android app, but --platform is ios")
    }
  }

  func run() throws {
    let folder = try folder ?? askForFolder()
    let path = try resolvedPath(allowingMissing: folder.string)
    let repository = RepositoryFolder(path)
    let folderName = path.lastComponent?.string ?? ""
    let suggested = NewProject.name(for: folderName)
    if name == nil, suggested != folderName {
      output.note(
        "the app's name in code is '\(suggested)', because '\(folderName.escapedForDisplay)' is not a name of ASCII letters, digits, '-' and '_' that starts with a letter; choose another with --name"
      )
    }
    let name =
      try name
      ?? ask(
        "name of the app", suggested: suggested,
        "enter up to 64 ASCII letters, digits, '-' and '_'; the first is a letter"
      ) { NewProject.isName($0) ? $0 : nil }
    let template =
      try template
      ?? ask(
        "framework of the app: eros, weex, rexxar, mpaas or uni-app",
        suggested: ProjectTemplate.eros.rawValue,
        "enter 'eros', 'weex', 'rexxar', 'mpaas' or 'uni-app'"
      ) { ProjectTemplate(rawValue: $0.lowercased()) } ?? .eros
    let platform =
      try platform
      ?? ask(
        "platforms: ios, android or all", suggested: PlatformSelection.all.rawValue,
        "enter 'ios', 'android' or 'all'"
      ) { PlatformSelection(rawValue: $0.lowercased()) }
    let project = try NewProject(
      name: name ?? suggested, languages: languages(on: platform ?? .all),
      template: template, folderInRepository: repository.path)
    let written = try write(project.files(), to: folder.string, repository)
    try NewProjectReport(
      name: name ?? suggested, folder: folder.string, wrote: written, template: template.rawValue
    ).print(as: output)
  }

  /// Writes a project's files, and puts its job into the repository's top folder.
  ///
  /// - Returns: The paths of the written files, relative to the project's folder.
  private func write(
    _ files: [GeneratedFile], to folder: String, _ repository: RepositoryFolder
  ) throws -> [String] {
    guard let top = repository.top, !repository.path.isEmpty else {
      return try OutputFolder(folder).createProject(files)
    }
    let isJob = { (file: GeneratedFile) in file.path == NewProject.jobPath }
    let written = try OutputFolder(folder).createProject(files.filter { !isJob($0) })
    let jobs = files.filter(isJob).map {
      GeneratedFile(path: repository.gitHubJob, bytes: $0.bytes)
    }
    do {
      return try OutputFolder(top.string).createProject(jobs).map(repository.path(inRepository:))
        + written
    } catch GeneratorError.projectExists {
      output.note(repository.noteAboutGitHubJob)
      return written
    }
  }

  private func askForFolder() throws -> OutputPath {
    let folder = try ask("folder of the project", suggested: "my-app", "enter the path of a folder")
    {
      OutputPath(argument: $0)
    }
    guard let folder else {
      throw UsageError(
        "no folder is given", "pass the folder of the project, such as `eros init my-app`")
    }
    return folder
  }

  private func languages(on platform: PlatformSelection) -> [NativeLanguage] {
    let ios = platform == .android ? [] : [(iosLanguage ?? .objc).language]
    return ios + (platform == .ios ? [] : [(androidLanguage ?? .java).language])
  }

  /// Asks until `read` accepts the input.
  ///
  /// After an input that it does not accept, prints `correction`.
  ///
  /// - Returns: `nil` if the session is not interactive.
  private func ask<Response>(
    _ question: Message, suggested: String, _ correction: Message, _ read: (String) -> Response?
  ) throws -> Response? {
    guard !output.json, !output.quiet, StandardStream.isInteractive else { return nil }
    let style = output.errorStyle
    while true {
      writeToStandardError("\(style.text(question)) [\(suggested)]: ")
      guard let line = readLine() else {
        writeToStandardError("\n")
        throw ValidationError("no answer; nothing was written")
      }
      let response = line.trimmed
      if let value = read(response.isEmpty ? suggested : response) { return value }
      writeToStandardError("  \(style.text(correction))\n")
    }
  }
}

extension ProjectTemplate: ExpressibleByArgument {}

private struct NewProjectReport: Report {
  let name: String
  let folder: String
  let wrote: [String]
  let template: String

  /// The line that changes to the project's folder, unless it is the current one.
  private var changeOfFolder: String {
    folder == "." ? "" : "  cd \(folder.shellQuotedPath)\n"
  }

  /// The first commands to run in the project.
  private var steps: [String] {
    template != ProjectTemplate.uniApp.rawValue
      ? ["eros pack --output build", "eros verify build/bundle.zip"]
      : ["eros sources --js .", "eros generate --check"]
  }

  func text(_ style: TextStyle) -> String {
    let folder = folder.escapedForDisplay
    let done =
      wrote.isEmpty
      ? "all files already exist in \(folder)"
      : "wrote \(Readable.count(wrote.count, "file")) to \(folder)"
    return """
      \(done); the app's name in code is \(style.bold(name))

      Next steps:
      \(changeOfFolder)  \(steps[0])
        \(steps[1])
      \(folder)/README.md lists the changes to make before the first release.
      """
  }
}
