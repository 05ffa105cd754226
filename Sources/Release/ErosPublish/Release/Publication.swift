package import ErosCore
package import ErosStore
package import ErosTrust

/// The result of a publication.
package struct Publication: Sendable {
  /// An object of a release.
  package struct Object: Sendable {
    /// The target path.
    package let path: String
    /// The length and the digest.
    package let file: TargetFile
    package let origin: ObjectOrigin
  }

  /// A base without a published delta.
  package struct SkippedBase: Sendable {
    /// The reason for not publishing a delta.
    package enum Reason: Sendable, Equatable {
      /// The delta is not smaller than the bundle.
      case notSmaller
      /// The store no longer contains the bundle of the release.
      case removed
      /// The bundle is invalid or exceeds a limit.
      case unusable(Message)
      /// A promotion copies only the deltas of the other channel.
      case notPromoted(from: ChannelName)
    }

    /// The release or the file.
    package let name: String
    package let reason: Reason
  }

  package let channel: ChannelName
  /// The release.
  package let release: ChannelRelease
  /// The objects of the release, and the bases without a delta.
  package let contents: Contents
  /// The public URL of the store, or `nil` if it is unknown.
  package let publicURL: String?
  /// Whether this call published the release; `false` if an earlier call published it.
  package let isNew: Bool
  /// Whether the channel has testers.
  package internal(set) var hasTesters = false
  /// Whether this call has completed the list for legacy clients of an earlier call.
  package internal(set) var hasCompletedList = false
  /// Whether this call has written lost files of ``release`` again, and published nothing.
  package internal(set) var hasRestoredFiles = false
  /// Whether the bundle exceeds ``PublishRequest/Options/deviceLimits``.
  package internal(set) var exceedsDeviceLimits = false
  /// The rollout of the release restored by a rollback, in hundredths of a percent.
  ///
  /// `nil` for other publications, and if devices no longer select the restored release.
  package internal(set) var restoredRollout: Int?

  /// The objects of a release, and the bases without a delta.
  package struct Contents: Sendable {
    package internal(set) var objects: [Object] = []
    package internal(set) var skipped: [SkippedBase] = []
    /// The numbers of earlier releases that are no longer in the history, because a page was lost.
    package internal(set) var unlisted: [ClosedRange<Int64>] = []
  }
}
