import ArgumentParser
import ErosConfig
import ErosCore
import ErosVersions

struct VersionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "version",
    abstract: "Show the app's versions in all files that contain them",
    discussion: """
      Lists the versions in the configuration, in Info.plist files, in Xcode projects, and in the \
      Gradle scripts below 'platforms':

        $ eros version

      For a reference such as $(MARKETING_VERSION), shows the location of its value. `eros check` \
      checks the versions, and `eros bump` changes all of them. `eros --version` prints the version \
      of this tool.
      """)

  @OptionGroup var project: ProjectOptions

  @OptionGroup var output: OutputOptions

  func run() throws {
    let versions = try ProjectVersions(project.find(output))
    let report = VersionReport(versions)
    try report.print(as: output)
    for platform in report.disagreeing where !output.json {
      let advice: Message =
        versions.obstacle(on: platform).map {
          "`eros bump` can make them equal after you correct "
            + "'\($0.file.escapedForDisplay)': \($0.reason)"
        } ?? "`eros bump` makes them equal"
      output.note("the versions of the \(platform.displayName) app differ; \(advice)")
    }
  }
}

struct VersionLocationReport: Encodable {
  let platform: String
  let kind: String
  let file: String
  let line: Int?
  let column: Int?
  let key: String
  let version: String?
  let reason: String?

  init(_ location: VersionLocation) {
    platform = location.platform.rawValue
    kind = location.kind.rawValue
    file = location.file
    line = location.position?.line
    column = location.position?.column
    key = location.key
    version = location.text
    reason = location.text == nil ? location.reason.description : nil
  }

  var location: String { file + (line.map { ":\($0)" } ?? "") }
}

private struct VersionReport: Report {
  struct App: Encodable {
    /// The version, or `nil` if the locations differ or have no version.
    let version: String?
    let agrees: Bool
  }

  let config: String
  let iOS: App
  let android: App
  let locations: [VersionLocationReport]

  init(_ versions: ProjectVersions) {
    config = versions.project.configPath
    iOS = App(versions.locations(on: .ios))
    android = App(versions.locations(on: .android))
    locations = versions.locations.map(VersionLocationReport.init)
  }

  var disagreeing: [Platform] {
    (iOS.agrees ? [] : [.ios]) + (android.agrees ? [] : [.android])
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    for entry in locations {
      let version = entry.version.map { style.bold($0.escapedForDisplay) } ?? "–"
      let reason = entry.reason.map { ": \($0)" } ?? ""
      table.add(
        entry.platform == Platform.ios.rawValue ? "iOS" : "android", version,
        "\(entry.location)  \(entry.key)\(reason)".escapedForDisplay)
    }
    return table.text
  }
}

extension VersionReport.App {
  fileprivate init(_ locations: [VersionLocation]) {
    let texts = locations.map(\.text)
    agrees = Set(texts).count <= 1 && !texts.contains(nil)
    version = agrees ? texts.first ?? nil : nil
  }
}
