import ArgumentParser
import ErosCore
import ErosFiles
import ErosRegistry
import SystemPackage

struct InitCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Start an app's project",
    discussion: """
      Writes a configuration, pages, an example of a native module with its class for each platform, \
      what `eros generate` makes of them, and a job for CI:

        $ eros init my-app
        $ cd my-app
        $ eros pack --output build

      On a terminal it asks for what no option says. The folder may hold other files; none of them is \
      ever replaced: when one is in the way, nothing is written.
      """)

  @Argument(help: "The project's folder; it is made when it is not there.", completion: .directory)
  var folder: OutputPath

  @Option(help: "The app's name in code (default: the folder's).")
  var name: String?

  @Option(help: "Which apps there are: ios, android or all (default: all).")
  var platform: AppPlatform?

  @Option(help: "The language of the app for iOS: objc or swift.")
  var iosLanguage = IOSLanguage.objc

  @Option(help: "The language of the app for Android: java or kotlin.")
  var androidLanguage = AndroidLanguage.java

  @OptionGroup var output: OutputOptions

  func run() throws {
    let suggested = try NewProject.name(
      for: resolvedPlace(folder.string).lastComponent?.string ?? "")
    let platforms = "which apps: ios, android or all"
    let project = try NewProject(
      name: name ?? ask("name of the app", suggested: suggested) { $0 } ?? suggested,
      languages: languages(
        on: platform ?? ask(platforms, suggested: "all") { AppPlatform(rawValue: $0) } ?? .all))
    let written = try OutputFolder(folder.string).createProject(project.files())
    try NewProjectReport(folder: folder.string, wrote: written).print(as: output)
  }

  private func languages(on platform: AppPlatform) -> [NativeLanguage] {
    let ios = platform == .android ? [] : [iosLanguage.language]
    return ios + (platform == .ios ? [] : [androidLanguage.language])
  }

  /// Asks until `read` takes the answer; `nil` when there is nobody to ask.
  private func ask<Answer>(
    _ question: String, suggested: String, _ read: (String) -> Answer?
  ) -> Answer? {
    guard !output.json, !output.quiet, StandardStream.isInteractive else { return nil }
    while true {
      writeToStandardError("\(question) [\(suggested)]: ")
      guard let line = readLine() else { return nil }
      let answer = String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
      if let taken = read(answer.isEmpty ? suggested : answer) { return taken }
    }
  }
}

/// The systems that a new app is for.
enum AppPlatform: String, ExpressibleByArgument, CaseIterable {
  case ios, android, all
}

private struct NewProjectReport: Report {
  let folder: String
  let wrote: [String]

  func text(_ style: TextStyle) -> String {
    let place = folder.shellQuoted.escapedForDisplay
    return """
      wrote \(Readable.count(wrote.count, "file")) to \(folder.escapedForDisplay)

      Go on with:
        cd \(place)
        eros pack --output build
        eros verify build/bundle.zip
      What to change before the first release is in \(folder.escapedForDisplay)/README.md.
      """
  }
}
