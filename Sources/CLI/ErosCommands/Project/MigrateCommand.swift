import ArgumentParser
import ErosConfig
import ErosCore
import ErosFiles
import ErosSyntax

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Prepare an existing project for eros",
    discussion: """
      Adds the presets of the Eros client and the registrations of the native sources to the \
      configuration, the files of builds to .gitignore, and a job for the build service. Nothing is \
      removed, and the configuration keeps its text:

        $ eros migrate --dry-run
        $ eros migrate

      --dry-run writes nothing and prints the changes as a diff, which `git apply` accepts in the folder of \
      the project, or in the folder that the first line names. With --json, this folder is 'patchFolder', \
      or null for the project; the paths in 'difference' are relative to it.

      Afterwards, run `eros generate`, and commit the files that it writes, because the job compares \
      them. `eros doctor` lists what is left.

      The job is for GitLab if the project has .gitlab-ci.yml or is from a GitLab server, otherwise for \
      GitHub. It builds the pages with the script 'build' of package.json, unless git tracks them \
      or the script calls the old Eros CLI. It compares the JavaScript in 'src', or in 'dist' if it is not \
      the output of a bundler. The job of a project in a folder of a repository is in the top folder of the \
      repository, because build services read jobs only there. An existing job is never changed.
      """)

  @OptionGroup var project: ProjectOptions

  @Option(
    help:
      "The folder of native sources; can be repeated (default: 'generate.sources' in the configuration, or 'platforms' in the project's folder).",
    completion: .directory)
  var sources: [String] = []

  @Option(help: "The build service of the job (default: by the files of the project).")
  var ci: ProjectMigration.Service?

  @Flag(help: "Print the changes as a diff, and write nothing.")
  var dryRun = false

  @OptionGroup var output: OutputOptions

  func run() throws {
    let project = try project.find(output)
    let folders = sources.isEmpty ? try project.defaultSourceFolders : sources
    let migration = try ProjectMigration(
      project, nativeFolders: folders, service: ci)
    if !dryRun { try migration.write() }
    output.log(migration.findings)
    let report = MigrationReport(migration, dryRun: dryRun)
    if dryRun, !output.json, !output.quiet, !StandardStream.output.isTerminal {
      // A patch keeps bytes that a terminal must not get.
      try StandardStream.output.write(report.patch)
    } else {
      try report.print(as: output)
    }
    if !output.json { for note in migration.notes { output.note(note) } }
  }
}

extension ProjectMigration.Service: ExpressibleByArgument {}

private struct MigrationReport: Report {
  struct Change: Encodable {
    let path: String
    let reason: Message
    let created: Bool
    /// The difference, as lines of `diff -u`.
    let difference: [String]
    let patch: [UInt8]

    private enum CodingKeys: String, CodingKey { case path, reason, created, difference }
  }

  let changes: [Change]
  let notes: [Message]
  let findings: [Finding]
  let dryRun: Bool
  /// The folder where `git apply` accepts the patch, relative to the project.
  private var patchFolder: String?

  private enum CodingKeys: String, CodingKey { case changes, notes, findings, dryRun, patchFolder }

  init(_ migration: ProjectMigration, dryRun: Bool) {
    // git ignores changes outside the current folder.
    let isOutside = migration.changes.contains { $0.path.hasPrefix("../") }
    let folder = isOutside ? migration.folderInRepository : ""
    patchFolder =
      isOutside ? folder.split(separator: "/").map { _ in ".." }.joined(separator: "/") : nil
    changes = migration.changes.map { change in
      let isInProject = !change.path.hasPrefix("../")
      let path =
        isInProject ? joinedPath(folder, change.path) : change.path.replacing("../", with: "")
      let patch = LineDifference(from: change.old ?? [], to: change.new)
        .patch(path: path, isNew: change.old == nil)
      let text = String(decoding: patch.dropLast(), as: UTF8.self)
      return Change(
        path: change.path, reason: change.reason, created: change.old == nil,
        difference: text.unicodeScalars.split(separator: "\n").map { String($0) }, patch: patch)
    }
    notes = migration.notes
    findings = migration.findings
    self.dryRun = dryRun
  }

  /// All changes as a patch, with their reasons between the files.
  var patch: [UInt8] {
    guard !changes.isEmpty else { return Array("nothing to change\n".utf8) }
    let folder = patchFolder.map {
      "# run `git apply` in '\($0)', the top folder of the repository\n"
    }
    return Array((folder ?? "").utf8)
      + changes.flatMap { Array("# \($0.reason)\n".utf8) + $0.patch }
  }

  func text(_ style: TextStyle) -> String {
    guard !dryRun, !changes.isEmpty else {
      return String(decoding: patch.dropLast(), as: UTF8.self).escapedLinesForDisplay
    }
    return changes.map { change in
      let verb = change.created ? "created" : "changed"
      return "\(verb) \(style.bold(change.path.escapedForDisplay)): \(style.text(change.reason))"
    }.joined(separator: "\n")
  }
}
