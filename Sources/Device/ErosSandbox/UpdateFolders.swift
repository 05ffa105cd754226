import ErosCore
import ErosFiles

/// The folders of a sandbox in which updates from a store keep their files.
package enum UpdateFolders {
  /// The folder of the trusted metadata, the ID of the device, the record of the last check and reports.
  package static let trust = "trust"
  /// The folder of downloads, which are named by their digest.
  package static let downloads = "downloads"
  /// The file with the second copy of the root metadata.
  static let rootCopy = "root-copy"
  /// The file with the digests of the root metadata that was trusted.
  package static let knownRoots = "known-roots"
  /// The file with the ID of the device.
  package static let deviceID = "device-id"
  /// The file with the record of the last check.
  package static let checkRecord = "last-check"
  /// The file with the reports that wait for the next update.
  package static let reports = "reports"
  /// The suffix of the file with the entity tag of a download.
  package static let tagSuffix = ".etag"

  /// Returns whether every file in one of the folders has a name that an update creates.
  static func containsOnlyOwnFiles(_ name: String, in root: Folder) -> Bool {
    guard let names = try? root.openFolder(name).names() else { return false }
    return names.allSatisfy { file in
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
