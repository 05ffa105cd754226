import ErosCore
import ErosFiles

/// The folders in a sandbox for the files of updates.
enum UpdateFolders {
  /// The folder for trusted metadata, the device ID, the check record and usage reports.
  static let trust = "trust"
  /// The folder for downloads, which are named by their digests.
  static let downloads = "downloads"
  /// The file with the second copy of the root metadata.
  static let rootCopy = "root-copy"
  /// The file with the digests of trusted root metadata.
  static let knownRoots = "known-roots"
  /// The file with the device ID.
  static let deviceID = "device-id"
  /// The file with the check record.
  static let checkRecord = "last-check"
  /// The file with the usage reports that wait for the next update.
  static let reports = "reports"
  /// The suffix of the file with the entity tag of a download.
  static let tagSuffix = ".etag"

  /// Returns whether every file in one of the folders has a name that updates create.
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
