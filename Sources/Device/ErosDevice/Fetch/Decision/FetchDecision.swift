import ErosCore
import ErosTrust

/// The decision of a device about the releases of a channel.
struct FetchDecision: Sendable {
  /// The result of the decision.
  enum Outcome: Sendable {
    /// The device has the newest release available to it.
    case upToDate
    /// The device installs the release from the first artifact that succeeds.
    case install([FetchArtifact])
    /// The newest release that the device lacks is not available to it.
    case refused(Obstacle)
  }

  /// The reason why a release is not available to a device.
  enum Obstacle: Sendable, Hashable {
    /// The publisher or the brake of the store has paused the release.
    case paused
    /// The release requires a newer app.
    case waitsForApp(NativeVersion)
    /// The device is not in the rollout.
    case notIncluded
    /// The release failed on this device, or the device rolled back from it.
    case blocked
  }

  /// A release that the device skipped.
  struct Skipped: Sendable, Hashable {
    /// The number of the release.
    let number: Int64
    /// The reason.
    let obstacle: Obstacle
  }

  /// The result.
  let outcome: Outcome
  /// The release to install, the refused release, or the newest listed release on the device.
  let release: ChannelRelease?
  /// The newer releases that the device skipped, newest first.
  let skipped: [Skipped]
  /// Whether the app meets the minimum of a release only because its version is one number.
  var isOnePartVersion = false
}

/// A file for installing a release.
struct FetchArtifact: Sendable {
  /// The release that a patch applies to, or `nil` for the full bundle.
  let base: TreeHash?
  /// The target path.
  let path: String
  /// The length and the digest.
  let file: TargetFile
}

/// The input of a decision about a device.
struct FetchDevice: Sendable {
  /// The state of the sandbox.
  var state: SandboxState
  /// The numbers of the releases installed from the channel.
  var numbers: [TreeHash: Int64] = [:]
  /// The installed releases that the device knows only from other channels.
  var foreign: Set<TreeHash> = []
  /// The releases in the state whose files are lost, so that no launch can run them.
  var lost: Set<TreeHash> = []
  /// The app, or `nil` if it is unknown and every release fits.
  var app: NativeApp?
  /// The ID for rollouts.
  var id: DeviceID
  /// Whether the device is in the channel's list of testers, so that all rollouts without a limit of
  /// the brake include it.
  var isTester = false
  /// The time, in milliseconds since 1970.
  var now: Int64
}
