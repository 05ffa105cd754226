package import ErosCore
package import ErosSandbox
package import ErosTrust

/// The decision of a device about the releases of a channel.
package struct FetchDecision: Sendable {
  /// The result of the decision.
  package enum Outcome: Sendable {
    /// The device has the newest release that it may have.
    case upToDate
    /// The device installs the release from the first artifact that works.
    case install([FetchArtifact])
    /// The newest release that the device does not have is not for it.
    case refused(Obstacle)
  }

  /// A reason why a device does not take a release.
  package enum Obstacle: Sendable, Hashable {
    /// The publisher or the brake of the store has paused the release.
    case paused
    /// The release requires a newer app.
    case waitsForApp(NativeVersion)
    /// The device is not in the rollout.
    case notIncluded
    /// The release failed on this device, or the device rolled back from it.
    case blocked
  }

  /// A release that the device passed over.
  package struct Skipped: Sendable, Hashable {
    /// The number of the release.
    package let number: Int64
    /// The reason.
    package let obstacle: Obstacle
  }

  /// The result.
  package let outcome: Outcome
  /// The release to install, the refused one, or the newest listed release that the device has.
  package let release: ChannelRelease?
  /// The newer releases that the device passed over, the newest first.
  package let skipped: [Skipped]
}

/// A file from which a device can install a release.
package struct FetchArtifact: Sendable {
  /// The release to which a patch applies; `nil` for the complete bundle.
  package let base: TreeHash?
  /// The target path.
  package let path: String
  /// The length and the digest.
  package let file: TargetFile
}

/// The facts about a device on which a decision depends.
package struct FetchDevice: Sendable {
  /// The state of the sandbox.
  package var state: SandboxState
  /// The numbers of the releases that the device got from the channel.
  package var numbers: [TreeHash: Int64]
  /// The app; `nil` if it is not known, so that every release fits.
  package var app: NativeApp?
  /// The ID that decides about rollouts.
  package var id: DeviceID
  /// The time, in milliseconds since 1970.
  package var now: Int64

  package init(
    state: SandboxState, numbers: [TreeHash: Int64] = [:], app: NativeApp?, id: DeviceID, now: Int64
  ) {
    self.state = state
    self.numbers = numbers
    self.app = app
    self.id = id
    self.now = now
  }
}
