import ErosBundle
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosPublish
import ErosStore
import ErosTrust
import ErosVersions

extension PublishedRelease {
  /// Reads a channel's newest release and verifies it.
  ///
  /// - Returns: `nil` before the first release.
  static func newest(
    of channel: ChannelName, in access: StoreAccess
  ) throws -> PublishedRelease? {
    try access.read { reader, root in
      let state = try await StoreState.load(from: reader, pinnedRoot: root, channels: [channel])
      if let expired = state.expired(at: Timestamp.now().milliseconds).first {
        throw PublishError.expired(role: expired.role, since: expired.since)
      }
      return try await newest(state.contents(of: channel), reader)
    }
  }

  private static func newest(
    _ contents: ChannelContents, _ reader: any ObjectReader
  ) async throws -> PublishedRelease? {
    guard let release = contents.releases.first else { return nil }
    let path = contents.name.path(release.number, ChannelRelease.bundleName)
    return try await Folder.withScratchFolder(beside: Folder.scratchPath) { scratch in
      let file = try await reader.download(path, release.bundle, to: scratch, name: "bundle.zip")
      guard let file else {
        throw PublishError.damagedObject(path, expected: "the bundle of the newest release")
      }
      let report = try VerifyOptions.defaultVerifier.verify(file)
      guard report.verdict == .verified, let manifest = report.manifest else {
        throw PublishError.damagedObject(
          path, expected: "a valid bundle: \(report.firstError ?? "")")
      }
      return PublishedRelease(
        name: "release \(release.number) of \(contents.name)", manifest: manifest,
        surfaces: release.surfaces, wgt: report.wgt)
    }
  }
}
