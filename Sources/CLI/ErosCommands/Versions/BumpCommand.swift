public import ArgumentParser
import ErosCore
import ErosVersions

struct BumpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bump",
    abstract: "Raise the app's version in all files that contain it",
    discussion: """
      Changes the version in the configuration, the Info.plist or its Xcode project, and the Gradle \
      scripts below 'platforms', and in the manifest of `eros generate`. Other bytes of these files do \
      not change:

        $ eros bump minor
        $ eros bump 2.0.0 --platform ios
        $ eros bump patch --dry-run

      A step starts from the highest version in the files of each platform, so files that differed \
      have the same version afterwards. It keeps the form of the version: 7.75 becomes 7.76, and \
      2024.12 becomes 2025.1. A suffix such as -beta in a native project is kept by a step and dropped \
      by an exact version. If one of the files cannot be replaced, none is. \
      `eros version` lists the locations.
      """)

  @Argument(
    help: "The part to raise (major, minor or patch), or the new version, such as 1.4.0.",
    completion: .list(["major", "minor", "patch"]))
  var to: String

  @Option(help: "The platform whose version is raised.")
  var platform = PlatformSelection.all

  @Option(
    help: """
      The meaning of the numbers: numbers, or calendar for a year and a month (default: calendar for \
      versions such as 2024.11).
      """)
  var scheme: VersionScheme?

  @OptionGroup var project: ProjectOptions

  @Flag(help: "Also lower a version; app stores reject lower versions.")
  var force = false

  @Flag(help: "Show the changes without making them.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func validate() throws {
    guard VersionStep(to) == nil else { return }
    throw ValidationError("The value '\(to)' is invalid for '<to>'")
  }

  func run() throws {
    guard let step = VersionStep(to) else { return }
    let versions = try ProjectVersions(project.find(output))
    let bump = try VersionBump(
      versions, to: step, on: platform == .all ? versions.platforms : platform.platforms,
      scheme: scheme)
    if !force, let platform = bump.lowered.first {
      throw CommandError.lowersVersion(platform, to: bump.versions[platform] ?? "")
    }
    if !dryRun { try bump.write() }
    for platform in bump.lowered {
      output.warn(
        "the \(platform.displayName) app had a higher version than "
          + "\(bump.versions[platform] ?? "") before; app stores reject lower versions")
    }
    for (platform, versions) in bump.differing.sorted(by: { $0.key < $1.key }) {
      output.warn(
        "the \(platform.displayName) app's files had the versions "
          + "\(versions.joined(separator: ", ")); all of them get "
          + "\(bump.versions[platform] ?? ""), including flavours and apps that differ on purpose"
      )
    }
    try BumpReport(bump, isDryRun: dryRun).print(as: output)
  }
}

private struct BumpReport: Report {
  struct Change: Encodable {
    let platform: String
    let file: String
    let line: Int?
    let key: String
    let from: String
    let to: String
    let isChanged: Bool
  }

  let isDryRun: Bool
  let versions: [String: String]
  let changes: [Change]
  /// The written files or, with `--dry-run`, the files to write.
  let files: [String]

  init(_ bump: VersionBump, isDryRun: Bool) {
    self.isDryRun = isDryRun
    versions = Dictionary(
      uniqueKeysWithValues: bump.versions.map { ($0.key.manifestKey, $0.value) })
    changes = bump.changes.map { change in
      Change(
        platform: change.location.platform.rawValue, file: change.location.file,
        line: change.location.position?.line, key: change.location.key, from: change.from,
        to: change.to, isChanged: change.isChange)
    }
    files = bump.paths
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    for change in changes {
      let step =
        change.isChanged
        ? "\(change.from.escapedForDisplay) -> \(style.bold(change.to))" : "\(change.to) already"
      let line = change.line.map { ":\($0)" } ?? ""
      table.add(
        change.platform == Platform.ios.rawValue ? "iOS" : "android", step,
        "\(change.file)\(line)  \(change.key)".escapedForDisplay)
    }
    let count = Readable.count(files.count, "file")
    return table.text + "\n" + (isDryRun ? "\(count) would change" : "\(count) changed")
  }
}

extension VersionScheme: ExpressibleByArgument {}
