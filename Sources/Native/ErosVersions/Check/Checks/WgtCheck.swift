import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// Compares the appid and the version of a uni-app with a base, as `plus.runtime.install` does.
struct WgtCheck {
  let project: Project
  let base: CheckBase
  let content: SourceContent

  func run() throws -> CheckResult {
    guard let old = base.wgt else { return CheckResult() }
    do {
      return try compare(with: old)
    } catch let error as PackError {
      let file = joinedPath(content.source.root, WgtIdentity.fileName)
      return CheckResult(findings: [finding(file, error.problem, error.remedy ?? "")])
    }
  }

  private func compare(with old: WgtIdentity) throws -> CheckResult {
    guard let (new, file) = try identity() else { return CheckResult() }
    guard new.appID == old.appID else {
      return CheckResult(findings: [
        finding(
          file, "the appid is \(new.appID), but \(old.appID) in \(baseName)",
          "restore it; installed apps accept only packages with their own appid")
      ])
    }
    guard !new.isNewer(than: old) else { return CheckResult() }
    // The same pages, or a commit that changes only other files, need no new version.
    guard try old.isNewer(than: new) || base.compare(with: content) == .changed else {
      return CheckResult()
    }
    return CheckResult(findings: [
      finding(
        file, "the version \(new.version) is not higher than \(old.version) in \(baseName)",
        "raise 'versionName' in 'manifest.json' and build again; installed apps accept only packages with a higher version, unless they pass `force`"
      )
    ])
  }

  private var baseName: String { "'\(base.name.escapedForDisplay)'" }

  private func finding(_ file: String, _ message: Message, _ remedy: Message) -> Finding {
    Finding(CheckFindingCode.wgtRefused, file: file, message, remedy: remedy)
  }

  /// Returns the identity of the build, or else of the sources, and the path of its manifest.
  private func identity() throws -> (WgtIdentity, file: String)? {
    if content.has(WgtIdentity.fileName) {
      return (
        try content.source.wgtIdentity(), joinedPath(content.source.root, WgtIdentity.fileName)
      )
    }
    for path in UniManifest.paths.map(project.path) where try FileStatus.ifExists(path) != nil {
      let bytes = try readWholeFile(path, limit: WgtIdentity.limits.bytes)
      if let identity = WgtIdentity(sources: bytes) { return (identity, path) }
    }
    return nil
  }
}
