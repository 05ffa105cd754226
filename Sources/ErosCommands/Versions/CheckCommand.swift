import ArgumentParser
import ErosCheck
import ErosConfig
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources
import ErosVersions

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check bundles, versions and native apps before a release",
    discussion: """
      Finds problems that break releases: bundles that do not match the pages, versions that are too \
      low or differ between files, missing pages and assets:

        $ eros check
        $ eros check --base origin/main --format github
        $ eros check --against released/bundle.zip

      With --js, also checks that the lowest app version that gets the bundle offers the modules, \
      methods, components and events that the JavaScript uses.

      With --base, compares the working tree with the merge base of HEAD and the reference. Files are \
      read through git; the working tree does not change. With --against, compares it with a bundle, \
      a manifest, or a folder that contains one of them or a project.

      Ends with 1 if there are errors, not for warnings alone. Files that cannot be checked end with \
      66 or 65.
      """)

  @Option(help: "The commit, branch or tag to compare with.", completion: .gitReference)
  var base: String?

  @Option(
    help: "The bundle, manifest or folder to compare with.",
    completion: .file(extensions: ["zip", "json", "config"]))
  var against: String?

  @OptionGroup var pages: PagesOptions

  @OptionGroup var project: ProjectOptions

  @Option(
    name: .customLong("js"),
    help: "Check the native features that the JavaScript below a folder uses; can be repeated.",
    completion: .directory)
  var scripts: [String] = []

  @Option(
    name: .customLong("disable"), parsing: .singleValue,
    help: ArgumentHelp(
      "Omit findings with this code, such as nativeVersionUnknown if the build sets the version; "
        + "can be repeated.", valueName: "code"))
  var disabled: [String] = []

  @Option(help: "How to print findings for a build service.")
  var format: CheckFormat?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if base != nil, against != nil {
      throw ValidationError("--base and --against exclude each other")
    }
    if format != nil, output.json {
      throw ValidationError("--format and --json exclude each other")
    }
    for code in disabled where CheckCode(rawValue: code) == nil {
      throw ValidationError("'\(code)' is not a finding code")
    }
    if base?.isEmpty == true || base?.hasPrefix("-") == true {
      throw ValidationError("--base must name a commit, a branch or a tag")
    }
  }

  func run() throws {
    let project = try project.find()
    var check = try ProjectCheck(
      ProjectVersions(project), ParsedRegistry.read(project), source: pages.source,
      against: request, threads: ProcessInfo.processInfo.activeProcessorCount)
    if !scripts.isEmpty { check.compare(with: try JSUses(folders: scripts)) }
    check.leaveOut(Set(disabled.compactMap(CheckCode.init(rawValue:))))
    try show(check)
    for note in check.notes where !output.json { output.note(note) }
    guard check.status == .success else { throw ExitCode(check.status.rawValue) }
  }

  private var request: CheckBaseRequest {
    if let base { return .git(reference: base) }
    return against.map { .path($0) } ?? .none
  }

  private func show(_ check: ProjectCheck) throws {
    switch format {
    case .github:
      let text = check.githubAnnotations()
      if !text.isEmpty { try writeToStandardOutput(text) }
    case .junit: try writeToStandardOutput(check.junitReport())
    case nil: try CheckReport(check).print(as: output)
    }
  }
}

enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
  case github, junit
}

private struct CheckReport: Report {
  struct Problem: Encodable {
    let code: String
    let severity: String
    @OrNull var file: String?
    @OrNull var line: Int?
    @OrNull var column: Int?
    let message: String
    let remedy: String
  }

  struct Base: Encodable {
    let name: String
    @OrNull var commit: String?
    let version: Versions
  }

  struct Head: Encodable {
    let config: String
    let version: Versions
    let files: Int
  }

  struct Versions: Encodable {
    @OrNull var iOS: String?
    @OrNull var android: String?

    init(_ versions: [Platform: String]) {
      iOS = versions[.ios]
      android = versions[.android]
    }
  }

  struct Suggestion: Encodable {
    @OrNull var iOS: String?
    @OrNull var android: String?
    let level: String
  }

  let ok: Bool
  @OrNull var base: Base?
  let head: Head
  let problems: [Problem]
  @OrNull var suggestion: Suggestion?

  init(_ check: ProjectCheck) {
    ok = check.isOK
    base = check.base.map { base in
      Base(name: base.name, commit: base.commit, version: Versions(base.versions))
    }
    let config = check.config.version
    head = Head(
      config: check.project.configPath,
      version: Versions([.ios: config.ios, .android: config.android].compactMapValues(\.self)),
      files: check.fileCount)
    problems = check.findings.map { finding in
      Problem(
        code: finding.code.rawValue, severity: finding.severity.rawValue, file: finding.file,
        line: finding.position?.line, column: finding.position?.column, message: finding.message,
        remedy: finding.remedy)
    }
    suggestion = check.suggestion.map { suggestion in
      Suggestion(
        iOS: suggestion.versions[.ios], android: suggestion.versions[.android],
        level: suggestion.level.name)
    }
  }

  func text(_ style: TextStyle) -> String {
    let lines = problems.flatMap { problem in
      let place = [problem.file, problem.line.map(String.init), problem.column.map(String.init)]
        .compactMap(\.self).joined(separator: ":")
      let severity =
        problem.severity == CheckFinding.Severity.error.rawValue
        ? style.bad(problem.severity) : style.odd(problem.severity)
      return [
        (place.isEmpty ? "" : place.escapedForDisplay + ": ")
          + "\(severity): \(problem.message) \(style.dim("[\(problem.code)]"))",
        "  hint: \(problem.remedy)",
      ]
    }
    return (lines + [summary(style)]).joined(separator: "\n")
  }

  private func summary(_ style: TextStyle) -> String {
    let errors = problems.count { $0.severity == CheckFinding.Severity.error.rawValue }
    let warnings = problems.count - errors
    let counts = "\(Readable.count(errors, "error")), \(Readable.count(warnings, "warning"))"
    let against =
      base.map { base in
        let commit = base.commit.map { " (\($0.prefix(10)))" } ?? ""
        return " against \(base.name.escapedForDisplay)\(commit)"
      } ?? ""
    let verdict = ok ? style.good("ok") : style.bad("not ok")
    return "\(verdict): \(Readable.count(head.files, "file"))\(against): \(counts)"
  }
}
