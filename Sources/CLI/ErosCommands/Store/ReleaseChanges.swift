import ArgumentParser
import ErosCore
import ErosPublish
import ErosStore
import ErosTrust

/// The store and the channel, for commands that change releases.
struct ReleaseEditorOptions: ParsableArguments {
  @OptionGroup var selection: ChannelSelection
  @OptionGroup var editor: EditorOptions

  func access() throws -> (StoreAccess, ChannelName) {
    let (store, channel) = try selection.selected()
    return (try editor.access(to: store, of: channel), channel)
  }
}

extension StoreAccess {
  /// Changes a release, prints it and returns the change.
  @discardableResult
  func change(
    _ channel: ChannelName,
    _ body: @escaping @Sendable (ReleasePublisher) async throws -> ReleaseChange
  ) throws -> ReleaseChange {
    let change = try edit { try await body($0.releases) }
    try ReleaseChangeReport(
      channel: "\(channel)", release: ReleaseSummary(change.release),
      offersRelease: change.isAnyOffered, dryRun: isDryRun, hasTesters: change.hasTesters
    ).print(as: output)
    if !change.isAnyOffered {
      output.warn(
        "'\(channel)' does not offer any release now: devices keep the release they have")
    }
    return change
  }

  /// Notes that the brake pauses a release, so that a change of the channel has no effect.
  fileprivate func noteBrake(on release: ChannelRelease, in channel: ChannelName) {
    guard release.limit?.rollout == 0 else { return }
    let number = release.number
    output.note(
      advised.naming(
        in:
          "the brake pauses release \(number), so no further device gets it; lift the limit with `eros store brake lift \(number) --channel \(channel) --store STORE`"
      ))
  }
}

private struct ReleaseChangeReport: Report {
  let channel: String
  let release: ReleaseSummary
  /// `true` if the channel offers a release to any device.
  let offersRelease: Bool
  let dryRun: Bool
  /// `true` if the channel has testers.
  let hasTesters: Bool

  private enum CodingKeys: String, CodingKey {
    case channel, release, offersRelease, dryRun
  }

  func text(_ style: TextStyle) -> String {
    release.change(in: channel, hasTesters: hasTesters, dryRun: dryRun, style)
  }
}

struct ReleaseRollout: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollout",
    abstract: "Set the share of devices that get a release",
    discussion: """
      The share can rise and fall in steps of 0.01 %. Devices that have the release keep it. A plan of \
      the release ends. The testers of the channel (`eros release testers`) get it with each share:

        $ eros release rollout 12 25% --store store --channel my-app/production --keys keys
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @Argument(help: "The share, such as 25% or 0.05%, or testers.")
  var share: ReleaseAudience

  @OptionGroup var options: ReleaseEditorOptions

  func run() throws {
    let (access, channel) = try options.access()
    let change = try access.change(channel) {
      try await $0.setRollout(
        share.value, of: number, in: channel, needsTesters: share.isForTesters)
    }
    guard change.endsPlan else { return }
    access.output.note(
      "release \(number) does not follow its rollout plan any longer, because its rollout was set")
  }
}

struct ReleasePause: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Stop offering a release",
    discussion: """
      Devices that have the release keep it. Others get the newest earlier release that is not \
      paused; if all are paused, they keep the release they have:

        $ eros release pause 12 --store store --channel my-app/production --keys keys
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @OptionGroup var options: ReleaseEditorOptions

  func run() throws {
    let (access, channel) = try options.access()
    let change = try access.change(channel) { try await $0.setPaused(true, number, in: channel) }
    // The history of an earlier version of eros does not record deltas, and `--deltas 0` makes
    // none.
    guard let next = change.newestOffered, next.number < number, next.number > 1,
      next.deltas.isEmpty
    else { return }
    access.output.note(
      "the channel does not list deltas to release \(next.number): devices with an earlier release download its full bundle"
    )
  }
}

struct ReleaseResume: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Offer a paused release again",
    discussion: """
      The release has the same rollout as before the pause:

        $ eros release resume 12 --store store --channel my-app/production --keys keys
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @OptionGroup var options: ReleaseEditorOptions

  func run() throws {
    let (access, channel) = try options.access()
    let change = try access.change(channel) { try await $0.setPaused(false, number, in: channel) }
    access.noteBrake(on: change.release, in: channel)
  }
}

struct ReleaseRetry: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry",
    abstract: "Ask devices on which a release failed to try it again",
    discussion: """
      A device never installs a release again that failed its trial there, or that was rolled back. If the \
      cause was not the release, for example a server of the app, each device gets one more trial:

        $ eros release retry 12 --store store --channel my-app/production --keys keys

      If the release fails again, the device keeps its block until the next retry. Devices that have the \
      release, or that have not tried it yet, are not affected, nor are apps with a library without this \
      function.
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @OptionGroup var options: ReleaseEditorOptions

  func run() throws {
    let (access, channel) = try options.access()
    let change = try access.change(channel) { try await $0.retry(number, in: channel) }
    access.noteBrake(on: change.release, in: channel)
    guard change.release.isPaused else { return }
    access.output.note(
      access.advised.naming(
        in:
          "release \(number) is paused, so no device tries it again before `eros release resume \(number)`"
      ))
  }
}

struct ReleasePromote: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promote",
    abstract: "Publish a release in another channel of the app",
    discussion: """
      The bundle and its deltas are copied within the store. The report names the releases of the other \
      channel from which no delta exists. If the other channel has files for legacy clients, creates them \
      as `eros publish` does. If the newest release of the other channel has the same files, exits as \
      `eros publish` does:

        $ eros release promote 12 --to my-app/production --store store --channel my-app/beta --keys keys
      """)

  @Argument(help: "The number of the release.", completion: .releaseNumber)
  var number: Int64

  @Option(help: "The channel in which the release is published.", completion: .channel)
  var to: ChannelName

  @OptionGroup var release: ReleaseOptions
  @OptionGroup var options: ReleaseEditorOptions

  @Flag(
    inversion: .prefixedNo,
    help: """
      Whether to publish the zip and BSDIFF40 patches for legacy clients (default: as for the newest \
      release of the other channel).
      """)
  var legacy: Bool?

  @OptionGroup var allowances: AllowanceOptions

  func run() throws {
    var settings = try release.settings()
    settings.isLegacy = legacy
    allowances.apply(to: &settings)
    let final = settings
    let (store, source) = try options.selection.selected()
    guard to != source else {
      throw UsageError("the release is already in '\(source)'", "pass another channel with --to")
    }
    try options.editor.access(to: store, of: to).publish {
      try await $0.editor.releases.promote(
        number, of: source, to: to, final, verifier: VerifyOptions.defaultVerifier,
        scratch: $0.scratch)
    }
  }
}

struct ReleaseRollback: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rollback",
    abstract: "Publish the files of an earlier release again",
    discussion: """
      Legacy clients install only newer builds, so a rollback is a new release: the files of the \
      earlier one and \(ReleasePublisher.markerPath), with a new jsVersion and a later build time:

        $ eros release rollback --to 11 --store store --channel my-app/production --keys keys

      Without --to, publishes the newest earlier release that all devices get and that is not paused. \
      All devices get the rollback, unless --rollout is given: the others keep the release that is \
      rolled back. If the newest release is already a rollback, pass --to to go further back; without it, \
      reads the release back from the public URL again, and exits with 1.
      """)

  @Option(
    help: "The number of the earlier release to publish again.", completion: .releaseNumber)
  var to: Int64?

  @OptionGroup var updates: UpdateOptions
  @OptionGroup var release: ReleaseOptions
  @OptionGroup var options: ReleaseEditorOptions

  func run() throws {
    var settings = try release.settings()
    updates.apply(to: &settings)
    // An earlier release may support older apps.
    settings.allowsNativeDowngrade = true
    let final = settings
    let (access, channel) = try options.access()
    let publication = try access.publish { session in
      let publication = try await session.editor.releases.rollBack(
        to: to, final, in: channel, verifier: VerifyOptions.defaultVerifier,
        scratch: session.scratch,
        progress: session.progress.show)
      let release = publication.release
      guard to == nil, !publication.isNew, !publication.hasCompletedList,
        let restored = release.restores
      else { return publication }
      // The user may want to go further back than the rollback that the store already has.
      try await access.checkPublicURL(publication, session.editor)
      throw PublishError.alreadyRolledBack(number: release.number, to: restored)
    }
    warnOfRollout(publication)
  }

  /// Warns if more devices get the restored release's files than before.
  private func warnOfRollout(_ publication: Publication) {
    let release = publication.release
    guard let restored = publication.restoredRollout, let number = release.restores,
      restored < release.rollout
    else { return }
    options.editor.output.warn(
      "release \(number) was only for \(Rollout(restored)) of the devices; its rollback is for \(Rollout(release.rollout))"
    )
  }
}
