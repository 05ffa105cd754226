package import ErosCore
package import ErosTrust

/// Why something was not published, or a store not changed.
@nonexhaustive
package enum PublishError: ErosError, Equatable {
  case notAStore(String)
  case storeExists(String)
  /// There is release metadata, but no timestamp.
  case lostTimestamp(String)
  /// There is the first root metadata, but neither a timestamp nor releases.
  case incompleteStore(String)
  /// Newer root metadata has withdrawn the key that signed the file.
  case withdrawnKey(file: String, role: String, rootVersion: Int64, isUnfinished: Bool?)
  /// Neither a trusted timestamp nor a trusted snapshot is left to repair from.
  case noSnapshot(String)
  case otherRoot(String, version: Int64)
  /// Interrupted publishers have left too many files.
  case tooManyLeftovers(role: String, version: Int64)
  /// An interrupted `store init` left metadata with other keys.
  case otherKeys(String)
  /// Too few keys for a role, and for all in `others`.
  ///
  /// `given` lists keys on the command line that belong to other roles.
  case missingKeys(
    role: String, found: Int, needed: Int, keyIDs: [String], given: [Message] = [],
    others: [MissingRole] = [])
  /// The key already signs for another role.
  case keyInUse(keyID: String, role: String, newRole: String)
  case unchangedKeys(role: String)
  /// A private key and its public key file do not match.
  case otherKey(expected: String, found: String)
  /// Devices accept no higher version for this role.
  case versionLimit(role: String)
  case unfinishedRotation(role: String)
  /// The releases of the channel are of another kind.
  case otherKind(ChannelName, ChannelRelease.Kind)
  /// The release is for testers, but the channel has none.
  case noTesters(ChannelName)
  case tooManyTesters(Int)
  /// The app version that a bundle requires is not a version.
  case badNative(Platform, String)
  case noChannel(ChannelName, known: [String])
  /// The channel, or another with the same role, exists already.
  case channelExists(ChannelName)
  case noBrake
  case brakeExists
  case notBraked(ChannelName, Int64)
  case noPlan(ChannelName, Int64)
  /// The conditions for the next step are not met yet.
  case notAdvanced(ChannelName, Int64, reason: Message)
  /// The plan needs a decision from the publisher.
  case planStopped(ChannelName, Int64, RolloutStop)
  case planCompleted(ChannelName, Int64)
  case tooManyLimits
  /// The snapshot lists metadata of the channel that its new keys have not signed.
  case lostChannel(ChannelName)
  /// Other publishers changed the store during every attempt.
  case busy(attempts: Int)
  /// Published, but other publishers changed the list for legacy clients during every attempt.
  case notListed(number: Int64, attempts: Int)
  /// The metadata has expired, and the available keys cannot renew it.
  case expired(role: String, since: Timestamp)
  case otherApp(bundle: String, app: String?, channel: ChannelName)
  /// The newest release of the channel is a uni-app resource package with another appid.
  case otherWgt(bundle: String, appID: String, newest: String, number: Int64)
  /// The newest release of the channel has the same files.
  ///
  /// `differing` names settings that differ. `promotedTo` is the target of a promotion.
  case nothingNew(number: Int64, differing: [String] = [], promotedTo: ChannelName? = nil)
  /// Built more than a day from now.
  case builtInFuture(bundle: String, built: Timestamp, now: Timestamp)
  /// The store was signed more than a day from now.
  case clockBehind(signed: Timestamp, now: Timestamp)
  /// The bundle is not newer than the newest release, which itself is from the future.
  case newestInFuture(bundle: String, built: Timestamp, newest: Timestamp, number: Int64)
  /// The bundle is not newer than the newest release. `published` is an earlier one with its files.
  case notNewer(
    bundle: String, built: Timestamp, newest: Timestamp, number: Int64, published: Int64? = nil)
  /// The channel has a different bundle with this `jsVersion`.
  case sameVersion(String, number: Int64)
  /// Legacy clients have a different bundle with this `jsVersion`.
  case sameLegacyVersion(String, String)
  case nativeLowered(Platform, bundle: String, newest: String)
  case noRelease(ChannelName, Int64)
  /// Newer releases have replaced it on all devices.
  case notOffered(ChannelName, Int64)
  /// The bundle of the release is gone from the store.
  case removedRelease(ChannelName, Int64)
  /// No earlier release is offered to all devices and not paused.
  case noEarlierRelease(ChannelName)
  /// The release to restore is the newest already.
  case notEarlier(ChannelName, Int64)
  /// The newest release is this rollback already.
  case alreadyRolledBack(number: Int64, to: Int64)
  case damagedMetadata(Message)
  case damagedList(String, reason: Message)
  case damagedObject(String, expected: Message)
  case lostHistory(ChannelName, object: String)
  /// The store confirmed a write and then lost it.
  case lostWrite(location: String, reason: Message)
  case badExport(String, reason: Message)
  case noRecords(app: String, found: [String])
  case unusableRecords(findings: Int, canSkip: Bool)
  /// The release is published, but a device would not install it.
  case notVisible(location: String, reason: Message)

  package var problem: Message {
    switch self {
    case .notAStore(let location): "'\(location.escapedForDisplay)' is not a release store"
    case .storeExists(let location): "'\(location.escapedForDisplay)' is a release store already"
    case .lostTimestamp(let location):
      "'\(location.escapedForDisplay)' is a release store without 'metadata/timestamp.json'"
    case .incompleteStore(let location):
      "'\(location.escapedForDisplay)' is not complete: `eros store init` was interrupted or is still running"
    case .withdrawnKey(let file, let role, let rootVersion, let isUnfinished):
      isUnfinished ?? false
        ? "'\(file.escapedForDisplay)' is signed by a key that the role '\(role)' had up to version \(rootVersion) of the root metadata, and its rotation is not complete"
        : "'\(file.escapedForDisplay)' is signed by a key that the role '\(role)' had up to version \(rootVersion) of the root metadata"
    case .noSnapshot(let location):
      "'\(location.escapedForDisplay)' does not have snapshot and targets metadata that the root keys trust"
    case .otherRoot(let location, let version):
      "the trusted root metadata differs from 'metadata/\(version).root.json' in '\(location.escapedForDisplay)': it is that of another store, or one of the two was replaced"
    case .tooManyLeftovers(let role, let version):
      "all versions of '\(role.escapedForDisplay)' metadata up to \(version) exist, but are not in use"
    case .otherKeys(let location):
      "'\(location.escapedForDisplay)' has root metadata with other keys, but is not complete"
    case .missingKeys(let role, _, _, _, let given, let others) where !others.isEmpty:
      given.isEmpty
        ? "keys are missing for the roles \(([role] + others.map(\.role)).quotedForDisplay)"
        : "keys are missing for the roles \(([role] + others.map(\.role)).quotedForDisplay): \(given.map(\.escapedForDisplay).joined(separator: "; "))"
    case .missingKeys(let role, let keyCount, let needed, _, let given, _):
      given.isEmpty
        ? "the role '\(role.escapedForDisplay)' must be signed by \(needed) of its keys, but \(Self.count(keyCount)) given"
        : "the role '\(role.escapedForDisplay)' must be signed by \(needed) of its keys, but \(Self.count(keyCount)) given: \(given.map(\.escapedForDisplay).joined(separator: "; "))"
    case .keyInUse(let keyID, let role, let newRole):
      "the key \(keyID.escapedForDisplay) is a key of '\(role.escapedForDisplay)', and cannot also sign '\(newRole.escapedForDisplay)'"
    case .unchangedKeys(let role):
      "the role '\(role.escapedForDisplay)' already has exactly these keys"
    case .otherKey(let expected, let actualID):
      "a private key has the ID \(actualID), but its .pub file has \(expected)"
    case .badNative(let platform, let version):
      "the bundle requires '\(version.escapedForDisplay)' of the \(platform.displayName) app, which is not a version"
    case .versionLimit(let role):
      "the version of the role '\(role.escapedForDisplay)' is the highest that devices accept"
    case .unfinishedRotation(let role): "the rotation of the role '\(role)' is not complete"
    case .otherKind(let channel, .bundle): "the releases of '\(channel)' are bundles"
    case .otherKind(let channel, .routes): "the releases of '\(channel)' are route maps"
    case .noTesters(let channel): "the channel '\(channel)' does not have testers"
    case .tooManyTesters(let count):
      "the list has \(count) testers, but a channel can have at most \(TesterList.maximumCount)"
    case .noChannel(let name, _): "the store does not have the channel '\(name)'"
    case .channelExists(let name): "the store already has a role '\(name.role)'"
    case .noBrake: "the store does not have a brake"
    case .brakeExists: "the store already has a brake"
    case .notBraked(let channel, let number):
      "the brake does not limit release \(number) of '\(channel)'"
    case .noPlan(let channel, let number):
      "release \(number) of '\(channel)' does not have a rollout plan"
    case .notAdvanced(let channel, let number, let reason):
      "the rollout of release \(number) of '\(channel)' is not raised: \(reason)"
    case .planStopped(let channel, let number, .failures(let reason)):
      "the rollout of release \(number) of '\(channel)' must be stopped: \(reason)"
    case .planStopped(let channel, let number, .pause):
      "the rollout of release \(number) of '\(channel)' is stopped: it is paused"
    case .planStopped(let channel, let number, .limit):
      "the rollout of release \(number) of '\(channel)' is stopped: it has or had a limit of the brake"
    case .planCompleted(let channel, let number):
      "the rollout of release \(number) of '\(channel)' is complete: the last step of its plan has begun"
    case .tooManyLimits: "the brake already has \(Brake.maximumCount) limits"
    case .lostChannel(let name):
      "the snapshot has metadata of '\(name)' that the given keys have not signed"
    case .busy(attempts: 1): "another publisher changed the store at the same time"
    case .busy(let attempts):
      "other publishers changed the store during each of \(attempts) attempts"
    case .notListed(let number, let attempts):
      "release \(number) is published, but other publishers changed the list for legacy clients during each of \(attempts) attempts"
    case .expired(let role, let since):
      "the metadata of the role '\(role.escapedForDisplay)' expired at \(since.utc)"
    case .otherApp(let bundle, let app?, let channel):
      "'\(bundle.escapedForDisplay)' is a bundle of the app '\(app.escapedForDisplay)', but the channel is '\(channel)'"
    case .otherApp(let bundle, nil, let channel):
      "the manifest of '\(bundle.escapedForDisplay)' does not name an app, but the channel is '\(channel)'"
    case .otherWgt(let bundle, let appID, let newest, let number):
      "'\(bundle.escapedForDisplay)' has the appid \(appID), but release \(number) has \(newest)"
    case .nothingNew(let number, let differing, let channel):
      differing.isEmpty
        ? "release \(number), the newest of \(Self.name(channel)), has the same files"
        : "release \(number), the newest of \(Self.name(channel)), has the same files, but differs in \(differing.quotedForDisplay)"
    case .builtInFuture(let bundle, let built, let now):
      "'\(bundle.escapedForDisplay)' was built at \(built), but the clock of this machine is at \(now.utc)"
    case .clockBehind(let signed, let now):
      "the metadata of the store was signed at \(signed.utc), but the clock of this machine is at \(now.utc)"
    case .newestInFuture(let bundle, let built, let newest, let number):
      "'\(bundle.escapedForDisplay)' was built at \(built), but the build time of release \(number) is in the future: \(newest)"
    case .notNewer(let bundle, let built, let newest, let number, _):
      "'\(bundle.escapedForDisplay)' was built at \(built), not after release \(number), which was built at \(newest)"
    case .sameVersion(let jsVersion, let number):
      "release \(number) has the jsVersion \(jsVersion), but other bytes"
    case .sameLegacyVersion(let jsVersion, let object):
      "'\(object)' has the jsVersion \(jsVersion), but other bytes"
    case .nativeLowered(let platform, let bundle, let newest):
      "the bundle runs on \(platform.rawValue) \(bundle.escapedForDisplay), but the newest release needs \(newest.escapedForDisplay)"
    case .noRelease(let channel, let number): "'\(channel)' does not have a release \(number)"
    case .notOffered(let channel, let number):
      "newer releases replace release \(number) of '\(channel)', so devices no longer get it"
    case .removedRelease(let channel, let number):
      "the store no longer has the bundle of release \(number) of '\(channel)'"
    case .noEarlierRelease(let channel):
      "'\(channel)' does not have an earlier release that all devices get and that is not paused"
    case .notEarlier(let channel, let number):
      "release \(number) is the newest one of '\(channel)'; a rollback restores an earlier release"
    case .alreadyRolledBack(let number, let earlier):
      "release \(number), the newest of the channel, is already a rollback to release \(earlier)"
    case .damagedMetadata(let reason): "the metadata of the store is damaged: \(reason)"
    case .damagedList(let object, let reason):
      "'\(object.escapedForDisplay)' in the store is malformed: \(reason)"
    case .damagedObject(let object, let expected):
      "'\(object.escapedForDisplay)' in the store is not \(expected)"
    case .lostHistory(let channel, let object):
      "'\(object.escapedForDisplay)', a page of the history of '\(channel)', is missing or damaged"
    case .lostWrite(let location, let reason):
      "'\(location.escapedForDisplay)' has lost a write: \(reason.escapedForDisplay)"
    case .badExport(let file, let reason):
      "'\(file.escapedForDisplay)' is not an export of eros-publish: \(reason.escapedForDisplay)"
    case .noRecords(let app, let apps):
      apps.isEmpty
        ? "the export does not have records of the app '\(app)'"
        : "the export does not have records of the app '\(app)', only of \(apps.quotedForDisplay)"
    case .unusableRecords(let findings, _):
      findings == 1
        ? "nothing is imported, because the records have an error"
        : "nothing is imported, because the records have \(findings) errors"
    case .notVisible(let location, let reason):
      "the release is published, but a device would not install it from \(location.escapedForDisplay): \(reason)"
    }
  }

  package var remedy: Message? {
    switch self {
    case .notAStore: "check the location, or create a store with `eros store init`"
    case .storeExists: "choose another location, or add a channel with `eros channel add`"
    case .lostTimestamp:
      "restore the file from a copy, or sign a new one with `eros store refresh --store STORE --repair`"
    case .incompleteStore:
      "run the same `eros store init` again, with the keys that it has created"
    case .withdrawnKey(_, let role, _, isUnfinished: true?):
      "complete the rotation: run `eros store rotate \(role) --store STORE --new-key KEY` again with the same key"
    case .withdrawnKey(_, _, _, isUnfinished: false?):
      "a publisher still uses the withdrawn key, or the key was stolen: sign the newest trusted metadata again with `eros store refresh --store STORE --repair`, then compare `eros release list` with your releases"
    case .withdrawnKey:
      "run `eros store check` on the folder or the bucket of the store; it names the command that repairs it"
    case .noSnapshot:
      "pass the key of the role 'targets' as well, complete an interrupted `eros store rotate` of the role 'online' or 'targets', or restore the folder 'metadata' from a copy"
    case .otherRoot: "pass the root metadata of this store with --root"
    case .tooManyLeftovers:
      "remove the files from 'metadata' whose version is above the one that the snapshot names"
    case .otherKeys:
      "pass the keys of the interrupted `store init`, or delete its folder 'metadata' and try again"
    case .missingKeys(let role, _, _, let keyIDs, _, let others) where !others.isEmpty:
      Self.remedy(forMissing: [MissingRole(role: role, keyIDs: keyIDs)] + others)
    case .missingKeys(_, _, let needed, let keyIDs, _, _) where keyIDs.isEmpty:
      "pass at least \(needed) keys of the role with --new-key, which can be repeated"
    case .missingKeys(let role, _, _, let keyIDs, _, _):
      ["snapshot", "timestamp"].contains(role)
        ? "pass the private key with --online: its ID is \(keyIDs.joined(separator: ", ")); `eros store init` writes the first key to \(Self.keyFile(of: role)), and `eros store rotate` replaces it"
        : "pass the folder of the keys with --keys, or private keys with these IDs: \(keyIDs.joined(separator: ", ")); `eros store init` writes the first key to \(Self.keyFile(of: role)), and `eros store rotate` replaces it"
    case .keyInUse:
      "create another key with `eros keys new NAME`, so that a stolen key signs for one role only"
    case .unchangedKeys:
      "pass another key, which `eros keys new NAME` creates; without --new-key, the metadata is signed again"
    case .otherKey: "restore the files of the key pair"
    case .versionLimit:
      "a stolen key was used to raise it; replace the online key with `eros store rotate online --store STORE --new-key KEY`"
    case .unfinishedRotation(let role):
      "complete it first: run `eros store rotate \(role) --store STORE --new-key KEY` again with the same key"
    case .badNative(let platform, _):
      "\(NativeVersion.remedy), for 'version.\(platform.manifestKey)' in the configuration, and pack again"
    case .otherKind: "choose another channel"
    case .tooManyTesters: "remove identifiers that are no longer needed"
    case .noTesters: "set them with `eros release testers FILE`"
    case .noChannel(let channel, let channels):
      channels.isEmpty
        ? "create it with `eros channel add \(channel) --store STORE --channel-key KEY`"
        : "create it with `eros channel add \(channel) --store STORE --channel-key KEY`, or choose one of: \(channels.joined(separator: ", "))"
    case .channelExists: "publish to it, or choose another name"
    case .noBrake: "add one with `eros store brake add --store STORE --brake-key KEY`"
    case .brakeExists: "replace its keys with `eros store rotate brake --store STORE --new-key KEY`"
    case .notBraked: "list the limits with `eros store brake show --store STORE`"
    case .noPlan(_, let number): "set its rollout with `eros release rollout \(number) SHARE`"
    case .notAdvanced(_, let number, _):
      "try again later; `eros release show \(number)` shows the plan"
    case .planStopped(let channel, let number, .failures):
      "stop it with `eros store brake set \(number) --channel \(channel) --store STORE`, which needs the key of the brake"
    case .planStopped(_, let number, .pause):
      "offer it again with `eros release resume \(number)`; its plan then continues"
    case .planStopped(_, let number, .limit):
      "the plan does not continue; set the rollout with `eros release rollout \(number) SHARE`"
    case .planCompleted: nil
    case .tooManyLimits: "remove it and add it again: `eros store brake remove --store STORE`"
    case .lostChannel:
      "pass the earlier key of the channel with --channel-key, or choose another name"
    case .busy: "run the command again"
    case .notListed: "run the command again; it completes the list"
    case .expired(let role, _) where ["timestamp", "snapshot"].contains(role):
      "check the clock of this machine; if it is right, sign the metadata again with `eros store refresh --store STORE`"
    case .expired(let role, _):
      "check the clock of this machine; if it is right, sign the metadata again with `eros store rotate \(role) --store STORE`"
    case .otherApp:
      "choose a channel of the app, or pack the bundle with the name of the app; if no channel can have this name, set 'release.channel' in the configuration"
    case .otherWgt:
      "restore the appid, or publish to another channel; installed apps accept only packages with their own appid"
    case .nothingNew(let number, let differing, nil) where differing.contains("paused"):
      "offer the release again with `eros release resume \(number)`"
    case .nothingNew(let number, let differing, let channel?) where differing.contains("paused"):
      "offer the release again with `eros release resume \(number) --channel \(channel)`"
    case .nothingNew(_, [], _?):
      "in a job that may have nothing to promote, pass --allow-unchanged"
    case .nothingNew(let number, ["rollout"], let channel?):
      "change the share of devices with `eros release rollout \(number) SHARE --channel \(channel)`"
    case .nothingNew(_, _, let channel?):
      "to publish the files with other settings, pack them again, and run `eros publish BUNDLE --channel \(channel) --allow-identical`"
    case .nothingNew(_, let differing, nil) where differing.contains("plan"):
      "only a new release can have another plan: pack the files again, and pass --allow-identical"
    case .nothingNew(_, let differing, nil) where differing.contains("rollout"):
      "`eros release rollout` changes the share of devices; to publish the files again, pack them again and pass --allow-identical"
    case .nothingNew(_, let differing, nil):
      differing.isEmpty
        ? "in a job that may have nothing to publish, pass --allow-unchanged; to publish the files again, pack them again and pass --allow-identical"
        : "to publish the files again, pack them again and pass --allow-identical"
    case .builtInFuture:
      "correct the clock of this machine; if it is right, pack the bundle again with a correct clock, or with `eros pack --timestamp`"
    case .clockBehind:
      "correct the clock of this machine; if it is right, and the store was signed with a wrong one, pass --trust-clock"
    case .newestInFuture(_, _, let newest, _):
      "legacy clients install only newer bundles: pack the bundle again with `eros pack --timestamp \(newest.milliseconds + 1)`"
    case .notNewer(_, _, _, _, let published?):
      "publish the files of release \(published) again with `eros release rollback --to \(published)`, or pack the bundle again"
    case .notNewer: "pack the bundle again; legacy clients install only newer bundles"
    case .sameVersion, .sameLegacyVersion:
      "a jsVersion always identifies the same zip: change a file and pack again"
    case .nativeLowered: "raise the version, or pass --allow-native-downgrade"
    case .noRelease: "list the releases with `eros release list`"
    case .notOffered:
      "choose a newer release; `eros release rollback --to` publishes the files of an earlier one again"
    case .removedRelease: "publish the bundle from your build server's archive"
    case .noEarlierRelease:
      "publish another release first, or pass --to with the number of a release that is paused or was not for all devices"
    case .notEarlier(_, let number):
      "list the releases with `eros release list`, or stop the newest one with `eros release pause \(number)`"
    case .alreadyRolledBack: "pass --to with the number of another release"
    case .damagedMetadata:
      "list the damage with `eros store check --store STORE`, and sign the metadata again with `eros store refresh --store STORE --repair`; restore a damaged root metadata file from a copy"
    case .damagedList:
      "restore the file from a copy; without a copy, delete it: the next publication with --legacy creates a new list"
    case .damagedObject: "run `eros store check --store STORE`"
    case .lostHistory:
      "restore the file from a copy, or start a new page with `eros store refresh --store STORE --repair`, which needs the key of the channel"
    case .badExport:
      "pass the response of `/app/list?appName=APP`, or the output of `mongoexport --collection apps`"
    case .noRecords: "pass --channel with an app of the export"
    case .unusableRecords(_, canSkip: false):
      "correct the records and the bundles that the findings name"
    case .unusableRecords:
      "correct them, or pass --skip-unusable to leave out earlier releases without a usable bundle"
    case .lostWrite: "run the command again; if it fails again, use another store"
    case .notVisible:
      "check the URL, the server and its caches, then run the same command again; it does not publish a second release"
    }
  }

  private static func remedy(forMissing roles: [MissingRole]) -> Message {
    let keys = roles.map { "\($0.keyIDs.joined(separator: ", ")) (\($0.role.escapedForDisplay))" }
    let files = roles.map { keyFile(of: $0.role) }
    return
      "pass the folder of the keys with --keys, or private keys with these IDs: \(keys.joined(separator: ", ")); `eros store init` writes the first keys to \(files.joined(separator: ", ")), and `eros store rotate` replaces them"
  }

  /// Names the key file that `eros store init --new-keys` writes for a role.
  private static func keyFile(of role: String) -> String {
    switch TopLevelRole(rawValue: role) {
    case .snapshot, .timestamp: "'online.key'"
    case .root: "'root-1.key', 'root-2.key' and 'root-3.key'"
    case .targets, nil: "'\(role.escapedForDisplay).key'"
    }
  }

  package var exitStatus: ExitStatus {
    switch self {
    case .notAStore, .missingKeys, .noChannel, .noRelease, .noEarlierRelease, .noBrake,
      .removedRelease, .noTesters:
      .inputNotFound
    case .storeExists, .otherKeys, .channelExists, .brakeExists: .cannotCreate
    case .lostTimestamp, .incompleteStore, .withdrawnKey, .noSnapshot,
      .otherRoot, .tooManyLeftovers, .otherKey, .keyInUse, .versionLimit, .unfinishedRotation,
      .otherKind,
      .badNative,
      .otherApp, .otherWgt, .notNewer, .builtInFuture, .clockBehind,
      .newestInFuture,
      .sameVersion, .sameLegacyVersion,
      .nativeLowered, .damagedMetadata, .damagedList, .damagedObject,
      .lostHistory,
      .expired, .notOffered, .notEarlier, .lostChannel, .badExport, .noRecords, .unusableRecords,
      .tooManyLimits, .tooManyTesters:
      .badData
    case .busy, .notListed: .busy
    case .nothingNew, .alreadyRolledBack, .notBraked, .noPlan, .notAdvanced, .planStopped,
      .planCompleted, .unchangedKeys:
      .checkFailed
    case .lostWrite, .notVisible: .unavailable
    }
  }
}

extension PublishError {
  /// `true` if a repair may still find metadata.
  package var isMissingTimestamp: Bool {
    switch self {
    case .lostTimestamp, .incompleteStore: true
    default: false
    }
  }

  var isWithdrawnKey: Bool {
    if case .withdrawnKey = self { true } else { false }
  }

  private static func name(_ channel: ChannelName?) -> Message {
    channel.map { "'\($0)'" } ?? "the channel"
  }

  /// A number of keys, with its verb.
  private static func count(_ keys: Int) -> Message {
    switch keys {
    case 0: "none was"
    case 1: "only 1 was"
    default: "only \(keys) were"
    }
  }
}
