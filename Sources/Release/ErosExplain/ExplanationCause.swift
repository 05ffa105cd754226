import ErosCore

/// A reason why a device did not take a release.
///
/// Raw values are stable, because scripts depend on them.
package enum ExplanationCause: String, Sendable, CaseIterable {
  // The channel.
  case wrongChannel
  /// The device asks for a channel that the store lacks.
  case unknownChannel
  case noRelease
  /// A newer release is running that came from elsewhere.
  case foreignRelease

  // The app.
  case appTooOld
  /// Updating the app brought an embedded bundle that is newer than the release.
  case appTooNew
  /// The bundle embedded in the app is newer than the release.
  case embeddedNewer
  /// The library in the app does not understand the metadata of the store.
  case libraryTooOld
  /// A later library version wrote the folder on the device.
  case laterState

  // The rollout.
  case outsideRollout
  case paused
  /// The brake has paused the release.
  case braked

  // Trials on the device.
  /// Waiting for a launch.
  case staged
  /// Running, but not confirmed yet.
  case onTrial
  /// The trial used up its launches and was never confirmed.
  case notConfirmed
  /// The host app reported a failure.
  case trialFailed
  /// The host app rolled back during the trial.
  case blockedHere
  /// The host app left the release after confirming it.
  case leftHere

  // Checks.
  case neverChecked
  /// The publisher changed something after the last check.
  case notChecked
  /// The app only checks for updates and never fetches them.
  case notFetched
  case cancelled

  // Time.
  case clockBehind
  case clockAhead
  /// The metadata of the store had expired.
  case metadataExpired
  /// A cache returned old metadata.
  case staleCache

  // Trust.
  /// The app trusts the root metadata of another store.
  case otherRoot
  /// Updates from the root metadata in the app stop before the newest version.
  case rootTooOld
  /// The root metadata in the app is missing or invalid.
  case badRoot
  /// The root metadata is right, but other keys signed the rest.
  case forged

  // The network.
  /// A login page or a proxy replaced the responses.
  case portal
  case tls
  /// The name of the server could not be resolved.
  case dns
  case unreachable
  case proxy
  /// The server responded with an error status or an invalid response.
  case serverError
  /// The server compressed files that must arrive as they are.
  case encodedResponse
  /// The server lacked a release file or a metadata file.
  case missingFile
  /// A file was damaged in the store or on the way.
  case damagedFile

  // The device.
  /// The release is larger than the device allows.
  case limitExceeded
  case noSpace
  case readOnlyDisk
  /// The disk fails or denies access.
  case diskError
  /// Another process was using the folder.
  case busy
  /// The decisions do not show a cause.
  case unknown
}

extension ExplanationCause {
  /// The suggested fix.
  ///
  /// `STORE`, `CHANNEL` and `RELEASE` in commands are placeholders.
  var remedy: Message {
    switch self {
    case .wrongChannel: "fetch the channel of the release in the app, or promote the release"
    case .unknownChannel:
      "correct the channel in the app, or add it with `eros channel add CHANNEL --store STORE --channel-key KEY`"
    case .noRelease: "publish a bundle with `eros publish BUNDLE`"
    case .foreignRelease:
      "publish a release that was built later, or install the app in an empty folder"
    case .appTooOld: "update the app, or publish a release for the installed version"
    case .appTooNew, .embeddedNewer: "publish a release that is built after the embedded bundle"
    case .libraryTooOld: "update the app to a version with a newer library"
    case .laterState: "install the newer version of the app again"
    case .outsideRollout:
      "raise the rollout with `eros release rollout RELEASE SHARE`, or add the device to the testers with `eros release testers FILE`"
    case .paused: "resume the release with `eros release resume RELEASE`"
    case .braked:
      "publish a corrected release, or roll back with `eros release rollback`; lift the limit with `eros store brake lift RELEASE --channel CHANNEL --store STORE` only if the release did not cause the failures"
    case .staged: "launch the app in the foreground"
    case .onTrial: "wait until the app confirms the release, or correct the call of `confirm`"
    case .notConfirmed, .trialFailed:
      "publish a corrected release; if the release was not the cause, ask the devices to try it again with `eros release retry RELEASE`, or call `unblock` in the app"
    case .blockedHere, .leftHere:
      "publish the release again as a new build; or let the devices try it again with `eros release retry RELEASE`, or call `unblock` in the app"
    case .neverChecked: "call `fetch` in the app, with the channel of the release"
    case .notChecked: "let the app fetch again"
    case .notFetched: "call `fetch` without checking only"
    case .cancelled: "let the app fetch again, and do not cancel"
    case .clockBehind, .clockAhead: "correct the clock of the device, and fetch again"
    case .metadataExpired:
      "sign the metadata again with `eros store refresh --store STORE`, and run it on a schedule"
    case .staleCache:
      "let caches revalidate 'metadata/timestamp.json' (docs/serving.md), and fetch again"
    case .otherRoot: "ship the root.json of this store in the app"
    case .rootTooOld: "ship the newest root.json of the store in the app"
    case .badRoot: "ship the root.json of the store in the app"
    case .forged: "check that no proxy or mirror between device and store serves other files"
    case .portal: "log in to the network, or use another one, and fetch again"
    case .tls:
      "check the certificate of the server and the certificates that the device trusts"
    case .dns: "check the host in the app and the name server of the network"
    case .unreachable: "check that the server is reachable from the network of the device"
    case .proxy: "check the proxy of the network"
    case .serverError: "check the log of the server, the address in the app, and the permissions"
    case .encodedResponse:
      "turn off gzip and other compression for the files of the store, on the server, in the CDN and in proxies"
    case .missingFile:
      "run `eros store check --store STORE`, and check the permissions and caches of the server"
    case .damagedFile:
      "run `eros store check --store STORE`, and check that no proxy changes the files"
    case .limitExceeded: "publish a smaller release, or raise the limits of the device in the app"
    case .noSpace: "free space on the device, and fetch again"
    case .readOnlyDisk: "let the app use a writable folder, and restart the device"
    case .diskError: "check the permissions of the folder and the disk of the device"
    case .busy: "fetch again when no other process of the app uses the folder"
    case .unknown: "fetch again, and send the new decisions"
    }
  }
}
