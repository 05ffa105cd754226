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
    let (new, file): (WgtIdentity, String)
    switch try identity() {
    case nil: return CheckResult()
    case (let file, .failure(let failure))?:
      return CheckResult(findings: [finding(file, failure.message, Self.remedy)])
    case (let path, .success(let identity))?: (new, file) = (identity, path)
    }
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

  private static let remedy: Message = "correct 'manifest.json' of the sources"

  /// Returns the path of the manifest, and the identity of the build, or else of the sources.
  private func identity() throws -> (file: String, Result<WgtIdentity, WgtFailure>)? {
    if content.has(WgtIdentity.fileName) {
      return (
        joinedPath(content.source.root, WgtIdentity.fileName),
        .success(try content.source.wgtIdentity())
      )
    }
    for path in UniManifest.paths.map(project.path)
    where try FileStatus.ifExists(path)?.kind == .file {
      let bytes = try readWholeFile(path, limit: WgtIdentity.limits.bytes)
      do throws(WgtFailure) {
        if let identity = try WgtIdentity(sources: bytes) { return (path, .success(identity)) }
      } catch {
        return (path, .failure(error))
      }
    }
    return nil
  }
}
