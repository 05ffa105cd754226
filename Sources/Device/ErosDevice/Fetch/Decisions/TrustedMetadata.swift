package import ErosCore
import ErosCrypto
import ErosFiles
import ErosTrust

/// The metadata that a device trusts, as far as its decisions depend on it.
package struct TrustedMetadata: Sendable, Equatable {
  package var root: Int64
  package var rootDigest: SHA256Digest
  /// `nil` before the first check.
  var timestamp: Int64?
  var expires: Timestamp?
}

extension Sandbox {
  /// Reads the trusted metadata, but takes no lock and verifies no signatures.
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

  /// Reads the last check record without its lock.
  func checkRecord() -> CheckRecord {
    let bytes = try? Folder(path).openFolder(UpdateFolders.trust)
      .contents(of: UpdateFolders.checkRecord, limit: CheckRecord.maximumLength)
    return bytes.flatMap { CheckRecord($0) } ?? CheckRecord()
  }
}
