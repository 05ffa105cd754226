import ErosCore
import ErosFiles

/// Names of files for updates in a sandbox.
enum UpdateFolders {
  /// Holds trusted metadata, the device ID, the check record and usage reports.
  static let trust = "trust"
  /// Holds downloads, named by their digests.
  static let downloads = "downloads"
  /// A second copy of the root metadata.
  static let rootCopy = "root-copy"
  /// Digests of trusted root metadata.
  static let knownRoots = "known-roots"
  static let deviceID = "device-id"
  static let checkRecord = "last-check"
  /// Usage reports that wait for the next update.
  static let reports = "reports"
  /// Names the file with a download's entity tag.
  static let tagSuffix = ".etag"

  /// Returns `true` if every file in `trust/` or `downloads/` has a name that updates create.
  static func containsOnlyOwnFiles(_ name: String, in root: Folder) throws(FileError) -> Bool {
    try root.openFolder(name).names().allSatisfy { file in
      Folder.isStaged(file) || (name == trust ? isTrusted(file) : isDownload(file))
    }
  }

  private static func isTrusted(_ file: String) -> Bool {
    [Folder.lockName, rootCopy, knownRoots, deviceID, checkRecord, reports].contains(file)
      || file.hasSuffix(".json")
  }

  private static func isDownload(_ file: String) -> Bool {
    let isTag = file.hasSuffix(tagSuffix)
    return SHA256Digest(isTag ? String(file.dropLast(tagSuffix.count)) : file) != nil
  }
}
