package import ErosCore
package import ErosStore
package import ErosTrust

package struct Publication: Sendable {
  /// A file in the store that belongs to the release.
  package struct Object: Sendable {
    package let path: String
    package let file: TargetFile
    package let origin: ObjectOrigin
  }

  /// A base with no published delta.
  package struct SkippedBase: Sendable {
    package enum Reason: Sendable, Equatable {
      case notSmaller
      /// The store no longer has the bundle.
      case removed
      /// The bundle is invalid or too large.
      case unusable(Message)
      /// A promotion copies deltas and makes none.
      case notPromoted(from: ChannelName)
    }

    /// A release such as `release 7`, or a file.
    package let name: String
    package let reason: Reason
  }

  package let channel: ChannelName
  package let release: ChannelRelease
  package let contents: Contents
  /// `nil` if the public URL of the store is unknown.
  package let publicURL: String?
  /// `false` if an earlier call published the release.
  package let isNew: Bool
  package internal(set) var hasTesters = false
  /// `true` if this call completed the list for legacy clients of an earlier call.
  package internal(set) var hasCompletedList = false
  /// `true` if this call published nothing, but wrote lost files of ``release`` again.
  package internal(set) var hasRestoredFiles = false
  /// `true` if the bundle exceeds ``PublishRequest/Options/deviceLimits``.
  package internal(set) var exceedsDeviceLimits = false
  /// After a rollback, the rollout of the release it restored, in hundredths of a percent.
  ///
  /// `nil` if devices no longer select that release.
  package internal(set) var restoredRollout: Int?

  /// The written objects, and the bases that got no delta.
  package struct Contents: Sendable {
    package internal(set) var objects: [Object] = []
    package internal(set) var skipped: [SkippedBase] = []
    /// Earlier releases that have dropped out of the history because a page was lost.
    package internal(set) var unlisted: [ClosedRange<Int64>] = []
  }
}
