package import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// The metadata that a device trusts, as far as its decisions depend on it.
package struct TrustedMetadata: Sendable, Equatable {
  /// The version of the root metadata.
  package var root: Int64
  /// The digest of the root metadata file.
  package var rootDigest: SHA256Digest
  /// The version of the timestamp metadata, or `nil` before the first check.
  var timestamp: Int64?
  /// The expiry time of the timestamp metadata.
  var expires: Timestamp?
}

extension Sandbox {
  /// Reads the trusted metadata, without its lock and without verifying its signatures.
  ///
  /// - Returns: `nil` before the first check, and if the files are damaged.
  func trustedMetadata() -> TrustedMetadata? {
    let limits = TrustLimits.standard
    guard let folder = try? Folder(path).openFolder(UpdateFolders.trust),
      let root = try? folder.contents(of: TopLevelRole.root.file, limit: limits.rootBytes),
      let contents = try? SignedMetadata<RootMetadata>(root, file: "").contents,
      let digest = try? SHA256Digest.of(root)
    else { return nil }
    let timestamp =
      (try? folder.contents(
        of: TopLevelRole.timestamp.file, limit: limits.timestampBytes))
      .flatMap { try? SignedMetadata<TimestampMetadata>($0, file: "").contents }
    return TrustedMetadata(
      root: contents.version, rootDigest: digest, timestamp: timestamp?.version,
      expires: timestamp?.header.expires)
  }

  /// Reads the record of the last checks without its lock.
  func checkRecord() -> CheckRecord {
    let bytes = try? Folder(path).openFolder(UpdateFolders.trust)
      .contents(of: UpdateFolders.checkRecord, limit: CheckRecord.maximumLength)
    return bytes.flatMap { CheckRecord($0) } ?? CheckRecord()
  }
}
