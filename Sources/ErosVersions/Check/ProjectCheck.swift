import ErosBundle
public import ErosCore
public import ErosRegistry

/// Compares a project's bundle, source, versions and native apps with each other and with a base.
///
/// Everything that is found is reported. What cannot be looked at at all is thrown, so that a check
/// never says yes about something that it has not seen.
public struct ProjectCheck: Sendable {
  /// What was compared with.
  public struct Base: Sendable {
    /// The reference, or the path.
    public let name: String
    /// The commit that was compared with, in full; `nil` for files.
    public let commit: String?
    /// The versions that the base names, by platform.
    public let versions: [Platform: String]
  }

  /// The versions that would do.
  public struct Suggestion: Sendable {
    /// The lowest version of each platform that would do.
    public let versions: [Platform: String]
    /// How much the native side has changed, which the versions must promise.
    public let level: ChangeLevel
  }

  /// What the project was compared with; `nil` where nothing was asked for.
  public let base: Base?
  /// The project that was checked.
  public let project: VersionedProject

  /// How many files a bundle of the source would have.
  public internal(set) var fileCount = 0

  /// Sorted by file, place and code.
  public internal(set) var findings: [CheckFinding] = []

  /// What to raise the versions to, or `nil` when they may stay.
  public internal(set) var suggestion: Suggestion?

  /// Whether no error was found.
  public var isOK: Bool { !findings.contains { $0.severity == .error } }

  /// The exit status of the command: 65 when something could not be looked at, 1 for other errors.
  public var status: ExitStatus {
    if isOK { return .success }
    return findings.contains { $0.code.meansUnknown } ? .badData : .checkFailed
  }

  /// Checks the project whose pages are in the folder `source`.
  ///
  /// - Throws: `ErosError` for a base that is not there, and for a file that cannot be read.
  public init(
    _ project: VersionedProject, source: String, against request: CheckBaseRequest, threads: Int
  ) throws {
    self.project = project
    let base = try CheckBaseReader(project: project, source: source).read(request)
    self.base = base.map { Base(name: $0.name, commit: $0.commit, versions: $0.versions) }
    let content = try SourceContent(source, threads: threads)
    fileCount = content.digests.files.count
    let level = try checkVersions(base)
    checkNativeVersions()
    try checkManifests(content, base)
    try checkRaise(content, base, level)
    checkPages(content)
    try checkAssets(content)
    sort()
  }

  /// Takes up what another check has found, such as one of the calls that pages make.
  public mutating func take(_ others: [CheckFinding]) {
    findings += others
    sort()
  }

  private mutating func sort() {
    findings.sort { left, right in
      let (leftFile, rightFile) = (left.file ?? "", right.file ?? "")
      if leftFile != rightFile { return inByteOrder(leftFile, rightFile) }
      let (leftPlace, rightPlace) = (left.position ?? .start, right.position ?? .start)
      if leftPlace != rightPlace { return leftPlace < rightPlace }
      return inByteOrder(
        left.code.rawValue + left.message, right.code.rawValue + right.message)
    }
  }
}
