import ErosBundle
import ErosCore
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosDevice
@testable import ErosExplain

/// A situation of a device, and the causes that explain it.
struct Situation: Sendable, CustomTestStringConvertible {
  let name: String
  let causes: [ExplanationCause]
  /// `true` if the situation changes responses of a folder store, or its files.
  let needsFolder: Bool
  /// Text that the explanation contains.
  let says: String
  let prepare: @Sendable (inout ExplainWorld) async throws -> Void

  init(
    _ name: String, _ causes: ExplanationCause..., needsFolder: Bool = false, says: String = "",
    prepare: @escaping @Sendable (inout ExplainWorld) async throws -> Void
  ) {
    self.name = name
    self.causes = causes
    self.needsFolder = needsFolder
    self.says = says
    self.prepare = prepare
  }

  var testDescription: String { name }
}

@Suite("eros explain names the cause", .phase(.servers), .temporaryFolder)
struct SituationTests {
  private static let address = "http://store.test"

  /// Returns a situation in which fetching release 1 fails with an error.
  private static func failure(
    _ name: String, _ cause: ExplanationCause,
    _ error: @escaping @Sendable () throws -> TransportError
  ) -> Situation {
    Situation(name, cause, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.fail(try error())
      await world.fetch(day: 0.5)
    }
  }

  static let network: [Situation] = [
    failure("no name server", .dns) { .cannotResolve(host: "store.test") },
    failure("no connection", .unreachable) {
      .cannotConnect(origin: address, reason: "refused")
    },
    failure("no response", .unreachable) { .timedOut(try WebAddress(address), .silence) },
    failure("a connection that ends", .unreachable) { .closedEarly(try WebAddress(address)) },
    failure("a proxy that refuses", .proxy) { .proxyFailure(proxy: "p", reason: "407") },
    failure("a certificate that is not trusted", .tls) {
      .tlsFailure(origin: address, reason: "certificate")
    },
    Situation("a login page", .portal, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { _, response in response = .init(body: Array("<html>Log in".utf8)) }
      await world.fetch(day: 0.5)
    },
    Situation("a login page that is too long", .portal, .damagedFile, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { _, response in response = .init(body: [UInt8](repeating: 60, count: 1 << 20))
      }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a page in place of a file after verified metadata", .damagedFile, needsFolder: true,
      says: "snapshot.json' was damaged, or replaced on the way"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("snapshot.json") { $0 = .init(body: Array("<html>Error".utf8)) }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a login status after verified metadata", .serverError, needsFolder: true,
      says: "with status 511"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("snapshot.json") { $0 = .init(status: 511) }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a redirect of a bundle", .serverError, needsFolder: true, says: "redirected a file"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("bundle.zip") { $0 = .init(status: 302, fields: ["Location": "file:///x"]) }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a damaged timestamp", .damagedFile, needsFolder: true,
      says: "'timestamp.json' was damaged, or replaced on the way"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("timestamp.json") {
        $0.body.removeLast(20)
        $0.fields["Content-Length"] = "\($0.body.count)"
      }
      await world.fetch(day: 0.5)
    },
    Situation("altered metadata", .damagedFile, needsFolder: true, says: "snapshot.json'") {
      world in
      try await world.publish(1, day: 0)
      world.answer("snapshot.json") { $0.body[10] ^= 1 }
      await world.fetch(day: 0.5)
    },
    Situation("metadata that is too long", .damagedFile, needsFolder: true, says: "targets.json'") {
      world in
      try await world.publish(1, day: 0)
      world.answer("targets.json") { $0.body += [UInt8](repeating: 32, count: 1 << 23) }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a server that compresses metadata", .encodedResponse, needsFolder: true,
      says: "the server compresses 'timestamp.json'"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("timestamp.json") { $0.fields["Content-Encoding"] = "gzip" }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a server that compresses bundles", .encodedResponse, needsFolder: true, says: "turn off gzip"
    ) { world in
      try await world.publish(1, day: 0)
      world.answer("bundle.zip") { $0.fields["Content-Encoding"] = "br" }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a certificate that is not yet valid", .tls, needsFolder: true,
      says: "not valid yet on the clock of the device"
    ) { world in
      try await world.publish(1, day: 0)
      world.fail(.tlsFailure(origin: address, reason: "the certificate is not yet valid"))
      await world.fetch(day: 0.5)
    },
    Situation("a redirect to a login page", .portal, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { _, response in
        response = .init(status: 302, fields: ["Location": "file:///login"])
      }
      await world.fetch(day: 0.5)
    },
    Situation("a server with an error", .serverError, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { _, response in response = .init(status: 503) }
      await world.fetch(day: 0.5)
    },
    Situation("a wrong path on the server", .serverError, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { _, response in response = .init(status: 404) }
      await world.fetch(day: 0.5)
    },
    Situation("a bundle that the server lacks", .missingFile, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { request, response in
        if request.isForBundle { response = .init(status: 404) }
      }
      await world.fetch(day: 0.5)
    },
    Situation("a bundle with other bytes", .damagedFile, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      world.respond { request, response in
        if request.isForBundle { response.body[100] ^= 1 }
      }
      await world.fetch(day: 0.5)
    },
  ]

  static let rollout: [Situation] = [
    Situation("the device has the release") { world in
      try await world.install()
    },
    Situation("the device has a newer release") { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      try world.launch(day: 0.5)
      world.number = 1
    },
    Situation("a release that runs again after a rollback of the publisher") { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      try world.launch(day: 0.5)
      try world.at(0.6)
      try await world.store.rollBack(to: 1)
      await world.fetch(day: 0.7)
      try world.launch(day: 0.8)
    },
    Situation("a rollout without the device", .outsideRollout) { world in
      try await world.publish(1, day: 0) { $0.options.rollout = 0 }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a plan whose first step does not include the device", .outsideRollout,
      says: "wait for the step 25% of the plan, which begins after at least 2 h and 200 trials"
    ) { world in
      try await world.addBrake()
      try await world.publish(1, day: 0) {
        $0.options.plan = RolloutPlan([
          .init(rollout: 1, time: 7_200_000, trials: 200), .init(rollout: 2500, time: 60_000),
          .init(rollout: 10_000),
        ])
      }
      await world.fetch(day: 0.5)
    },
    Situation(
      "a limit of the brake without the device", .outsideRollout, says: "lift the limit"
    ) { world in
      try await world.addBrake()
      try await world.publish(1, day: 0)
      _ = try await world.store.editor.releases.brake(
        1, in: world.store.channel, to: 1, reason: "it crashes")
      await world.fetch(day: 0.5)
    },
    Situation(
      "a tester whose app passes no identifier", .outsideRollout,
      says: "the app passed no identifier of a tester"
    ) { world in
      try await world.publishForTesters()
      await world.fetch(day: 0.5)
    },
    Situation(
      "a tester whose identifier is spelled in another way", .outsideRollout,
      says: "an identifier of a tester that is not in the list; compare the two exactly"
    ) { world in
      try await world.publishForTesters()
      await world.fetch(day: 0.5, tester: "Änne@example.org")
    },
    Situation(
      "a tester whose identifier is empty", .outsideRollout, says: "is empty, too long"
    ) { world in
      try await world.publishForTesters()
      await world.fetch(day: 0.5, tester: " ")
    },
    Situation("a rollout that was raised after the last check", .notChecked) { world in
      try await world.publish(1, day: 0) { $0.options.rollout = 0 }
      await world.fetch(day: 0.5)
      try world.at(0.6)
      _ = try await world.store.editor.releases.setRollout(
        ChannelRelease.fullRollout, of: 1, in: world.store.channel)
    },
    Situation("a newer release without the device", .outsideRollout) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      try await world.publish(3, day: 0.4) { $0.options.rollout = 0 }
      await world.fetch(day: 0.5)
      try world.launch(day: 0.6)
    },
    Situation("a paused release", .paused) { world in
      try await world.publish(1, day: 0)
      try await world.store.sign { $0.releases[0].isPaused = true }
      await world.fetch(day: 0.5)
    },
    Situation("a release that was resumed after the last check", .notChecked) { world in
      try await world.publish(1, day: 0)
      try await world.store.sign { $0.releases[0].isPaused = true }
      await world.fetch(day: 0.5)
      try await world.store.sign(at: ExplainWorld.time(0.6)) { $0.releases[0].isPaused = false }
    },
    Situation("a braked release", .braked) { world in
      try await world.addBrake()
      try await world.publish(1, day: 0)
      _ = try await world.store.editor.releases.brake(
        1, in: world.store.channel, to: 0, reason: "it crashes")
      await world.fetch(day: 0.5)
    },
    Situation("a release for a newer app", .appTooOld) { world in
      try await world.publish(1, day: 0, native: "2.0.0")
      await world.fetch(day: 0.5)
    },
    Situation("a staged release for a newer app", .appTooOld) { world in
      try await world.install()
      try await world.publish(2, day: 0.3, native: "2.0.0")
      world.app = nil
      await world.fetch(day: 0.4)
      _ = try world.host.stage(DeliveredBundle(zip: world.store.folder.path("bundle-2.zip")))
      world.app = "1.0.0"
      try world.launch(day: 0.5)
    },
    Situation("an app that was updated after the last check", .notChecked) { world in
      try await world.publish(1, day: 0, native: "2.0.0")
      await world.fetch(day: 0.5)
      world.app = "2.0.0"
    },
  ]

  static let trials: [Situation] = [
    Situation("a staged release", .staged) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
    },
    Situation("a release on trial", .onTrial) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      try world.launch(day: 0.5, confirming: false)
    },
    Situation("a release that was not confirmed", .notConfirmed) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      for index in 0..<3 { try world.launch(day: 0.5 + 0.01 * Double(index), confirming: false) }
      await world.fetch(day: 0.6)
    },
    Situation("a release that failed", .trialFailed) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      let launch = try world.launch(day: 0.5, confirming: false)
      let failure = try world.host.failed(
        token: #require(launch.token), reason: "TypeError: x is null",
        at: Timestamp(milliseconds: ExplainWorld.time(0.5)))
      #expect(failure == .blocked(launch.release))
      await world.fetch(day: 0.6)
    },
    Situation("a retry after the last check", .notChecked) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      for index in 0..<3 { try world.launch(day: 0.5 + 0.01 * Double(index), confirming: false) }
      await world.fetch(day: 0.6)
      try world.at(0.7)
      _ = try await world.store.editor.releases.retry(2, in: world.store.channel)
    },
    Situation("a release that failed again after a retry", .notConfirmed) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      _ = try await world.store.editor.releases.retry(2, in: world.store.channel)
      await world.fetch(day: 0.4)
      for index in 0..<3 { try world.launch(day: 0.5 + 0.01 * Double(index), confirming: false) }
      await world.fetch(day: 0.6)
    },
    Situation("a release that was unblocked after the last check", .notChecked) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      for index in 0..<3 { try world.launch(day: 0.5 + 0.01 * Double(index), confirming: false) }
      await world.fetch(day: 0.6)
      try world.host.unblock()
    },
    Situation("a release that was rolled back during its trial", .blockedHere) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      try world.launch(day: 0.5, confirming: false)
      try world.host.rollBack()
      await world.fetch(day: 0.6)
    },
    Situation("a release that was left after its confirmation", .leftHere) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.4)
      try world.launch(day: 0.5)
      try world.host.rollBack()
      await world.fetch(day: 0.6)
    },
  ]

  static let channels: [Situation] = [
    Situation("another channel", .wrongChannel) { world in
      try await world.install()
      let beta = try ChannelName("my-app/beta")
      try await world.store.editor.roles.addChannel(
        beta, keys: [world.store.channelKey.publicKey])
      _ = try await world.store.publish(
        PublishRequestFile.bundle(2, in: world.store), to: beta, at: world.store)
      world.channel = "my-app/beta"
    },
    Situation("a channel that the store lacks", .unknownChannel) { world in
      try await world.publish(1, day: 0)
      world.device.channel = "my-app/nope"
      await world.fetch(day: 0.5)
    },
    Situation("a channel without a release", .noRelease) { world in
      await world.fetch(day: 0.5)
    },
    Situation("a channel that had no release at the last check", .notChecked) { world in
      await world.fetch(day: 0.1)
      try await world.publish(1, day: 0.5)
    },
    Situation("a release of another channel that is newer", .foreignRelease) { world in
      let beta = try ChannelName("my-app/beta")
      try await world.store.editor.roles.addChannel(
        beta, keys: [world.store.channelKey.publicKey])
      let bundle = try PublishRequestFile.bundle(9, in: world.store)
      _ = try await world.store.publish(bundle, to: beta, at: world.store)
      // The host has downloaded it, so the device does not know its channel.
      _ = try world.device.sandbox.stage(DeliveredBundle(bundle), canBeNew: true)
      try world.launch(day: 0.2)
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.5)
    },
    Situation("a release of another channel that the device has left") { world in
      let beta = try ChannelName("my-app/beta")
      try await world.store.editor.roles.addChannel(
        beta, keys: [world.store.channelKey.publicKey])
      _ = try await world.store.publish(
        PublishRequestFile.bundle(9, in: world.store), to: beta, at: world.store)
      world.device.channel = "my-app/beta"
      await world.fetch(day: 0.1)
      try world.launch(day: 0.2)
      world.device.channel = "my-app/production"
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.5)
      try world.launch(day: 0.6)
    },
    Situation("an app that never checks", .neverChecked) { world in
      try await world.publish(2, day: 0)
      try world.launch(day: 0.5, embedded: try world.embedded(1))
    },
    Situation("a release that is newer than the last check", .notChecked) { world in
      try await world.install()
      try await world.publish(2, day: 0.5)
    },
    Situation("a failed check before the publication", .notChecked, needsFolder: true) { world in
      world.fail(.cannotResolve(host: "store.test"))
      await world.fetch(day: 0.1)
      try await world.publish(1, day: 0.5)
    },
    Situation("an app that only checks", .notFetched) { world in
      try await world.publish(1, day: 0)
      _ = try await world.device.fetcher().check(
        now: Timestamp(milliseconds: ExplainWorld.time(0.5)))
    },
    Situation("an embedded bundle that is newer", .embeddedNewer) { world in
      try world.launch(day: 0.1, embedded: try world.embedded(9))
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.5)
    },
    Situation("an updated app whose bundle is newer", .appTooNew) { world in
      try await world.install()
      world.app = "2.0.0"
      try world.launch(day: 0.3, embedded: try world.embedded(9))
      try await world.publish(2, day: 0.4)
      await world.fetch(day: 0.5)
    },
  ]

  static let time: [Situation] = [
    Situation("a clock that is ahead", .clockAhead) { world in
      try await world.publish(1, day: 0)
      await world.fetch(day: 400)
      world.documentDay = 400
    },
    Situation("a clock that went behind after an update", .clockBehind, needsFolder: true) {
      world in
      try await world.install()
      try await world.publish(2, day: 0.5)
      world.fail(.tlsFailure(origin: address, reason: "not yet valid"))
      await world.fetch(day: -300)
      world.documentDay = -300
    },
    Situation("a clock that is behind the embedded bundle", .clockBehind, needsFolder: true) {
      world in
      try world.launch(day: -300, embedded: try world.embedded(1))
      try await world.publish(2, day: 0)
      world.fail(.tlsFailure(origin: address, reason: "not yet valid"))
      await world.fetch(day: -300)
      world.documentDay = -300
    },
    Situation("metadata that nobody signed again", .metadataExpired) { world in
      try await world.publish(1, day: 0)
      await world.fetch(day: 20)
      world.askedOn = 20.5
    },
    Situation("metadata that was signed again after the check", .metadataExpired) { world in
      try await world.publish(1, day: 0)
      await world.fetch(day: 20)
      try world.at(21)
      _ = try await world.store.editor.maintenance.refresh()
      world.askedOn = 22
    },
    Situation("a cache with expired metadata", .staleCache, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      try world.freezeTimestamp()
      try world.at(6)
      _ = try await world.store.editor.maintenance.refresh()
      await world.fetch(day: 9)
      world.askedOn = 9.5
    },
    Situation(
      "expired metadata at the time of the new signature", .metadataExpired, .staleCache
    ) { world in
      try await world.publish(1, day: 0)
      await world.fetch(day: 20)
      try world.at(20)
      _ = try await world.store.editor.maintenance.refresh()
      world.askedOn = 21
    },
    Situation("a cache without the release", .staleCache, needsFolder: true) { world in
      try await world.install()
      try world.freezeTimestamp()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.8)
    },
    Situation("a cache that is older than the device", .staleCache, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      let store = world.store
      let old = try store.folder.read("store/metadata/timestamp.json")
      try await world.publish(2, day: 0.1)
      await world.fetch(day: 0.2)
      try world.launch(day: 0.3)
      try await world.publish(3, day: 0.4)
      world.respond { request, response in
        if request.address.path.hasSuffix("timestamp.json") { response = .init(body: old) }
      }
      await world.fetch(day: 0.6)
    },
  ]

  static let trust: [Situation] = [
    Situation("the root metadata of another store", .otherRoot) { world in
      try await world.publish(1, day: 0)
      let folder = world.store.folder
      let other = try await TestStore(FolderStore(folder.path("other"), creating: true))
      world.device.root = other.pinnedRoot
      await world.fetch(day: 0.5)
    },
    Situation("successful checks of another store", .otherRoot, needsFolder: true) { world in
      try await world.install()
      try world.freezeTimestamp()
      try await world.publish(2, day: 0.3)
      await world.fetch(day: 0.8)
      let other = try #require(SHA256Digest(String(repeating: "0f", count: 32)))
      world.change = { $0.trust?.rootDigest = other }
    },
    Situation("a channel of another store", .otherRoot) { world in
      try await world.install()
      let other = try #require(SHA256Digest(String(repeating: "0f", count: 32)))
      world.change = { $0.trust?.rootDigest = other }
      world.channel = "my-app/elsewhere"
    },
    Situation("root metadata that leads nowhere", .rootTooOld, needsFolder: true) { world in
      try await world.rotateTwice()
      let folder = world.store.folder
      let other = try await TestStore(FolderStore(folder.path("other"), creating: true))
      let key = try SigningKey.generate()
      try other.editor.keys.add(key)
      try await other.editor.roles.rotate(.online, to: [key.publicKey])
      try folder.write(
        folder.read("other/metadata/2.root.json"), to: "store/metadata/2.root.json")
      await world.fetch(day: 0.5)
    },
    Situation(
      "root metadata that the store lost", .missingFile, needsFolder: true,
      says: "the store does not have '2.root.json'"
    ) { world in
      try await world.rotateTwice()
      try Folder(world.store.folder.path("store/metadata")).remove("2.root.json")
      await world.fetch(day: 0.5)
    },
    Situation(
      "an old copy of root metadata", .damagedFile, needsFolder: true,
      says: "'2.root.json' of the store is an earlier version"
    ) { world in
      try await world.rotateTwice()
      let folder = world.store.folder
      try folder.write(folder.read("store/metadata/1.root.json"), to: "store/metadata/2.root.json")
      await world.fetch(day: 0.5)
    },
    Situation(
      "truncated root metadata", .damagedFile, needsFolder: true,
      says: "copy '2.root.json' from a backup"
    ) { world in
      try await world.rotateTwice()
      try world.store.folder.write("{", to: "store/metadata/2.root.json")
      await world.fetch(day: 0.5)
    },
    Situation(
      "root metadata that only the device did not get", .missingFile, needsFolder: true,
      says: "the device did not get '2.root.json', which the store has"
    ) { world in
      try await world.rotateTwice()
      world.answer("2.root.json") { $0 = .init(status: 404) }
      await world.fetch(day: 0.5)
    },
    Situation("an app without root metadata", .badRoot) { world in
      try await world.publish(1, day: 0)
      world.device.root = nil
      await world.fetch(day: 0.5)
    },
    Situation("an app with damaged root metadata", .badRoot) { world in
      try await world.publish(1, day: 0)
      world.device.root = Array("{}".utf8)
      await world.fetch(day: 0.5)
    },
    Situation("metadata of other keys", .forged, needsFolder: true) { world in
      try await world.publish(1, day: 0)
      let folder = world.store.folder
      let other = try await TestStore(FolderStore(folder.path("other"), creating: true))
      let forged = try folder.read("other/metadata/timestamp.json")
      #expect(other.pinnedRoot != world.store.pinnedRoot)
      world.respond { request, response in
        if request.address.path.hasSuffix("timestamp.json") { response = .init(body: forged) }
      }
      await world.fetch(day: 0.5)
    },
  ]

  static let device: [Situation] = [
    Situation("a release above the limits", .limitExceeded) { world in
      try await world.publish(1, day: 0)
      var limits = ZipLimits()
      limits.totalSize = 1000
      world.device.sandbox = Sandbox(
        world.device.sandbox.path, verifier: BundleVerifier(limits: limits, threads: 1))
      await world.fetch(day: 0.5)
    },
    Situation("a full disk", .noSpace) { world in
      try await world.publish(1, day: 0)
      try await world.store.sign { $0.releases[0].pagesSize = 1 << 50 }
      await world.fetch(day: 0.5)
    },
    Situation("a read-only disk", .readOnlyDisk) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      world.change = { $0.disk = .init(isWritable: false, free: 100) }
    },
    Situation("a disk with errors", .diskError) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      await world.fail(.fetch, .ioError, day: 0.5)
    },
    Situation("another process", .busy) { world in
      try await world.install()
      try await world.publish(2, day: 0.3)
      world.device.settings.lockTimeout = .zero
      let lock = try TrustFolder(world.device.sandbox.path + "/trust")
      await world.fetch(day: 0.5)
      withExtendedLifetime(lock) {}
    },
    Situation("a cancelled fetch", .cancelled) { world in
      try await world.publish(1, day: 0)
      let device = world.device
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await device.fetcher().fetch(
          now: Timestamp(milliseconds: ExplainWorld.time(0.5)))
      }
      _ = await task.result
    },
    Situation("an older library", .libraryTooOld) { world in
      try await world.publish(1, day: 0)
      await world.fail(.fetch, .unknownMetadata, day: 0.5)
    },
    Situation("the folder of a later version", .laterState) { world in
      try await world.install()
      world.change = { $0.stateFailure = .laterVersion }
    },
  ]

  static let all = network + rollout + trials + channels + time + trust + device

  @Test("each situation is explained by its cause", arguments: all)
  func cause(_ situation: Situation) async throws {
    try await Self.check(situation, in: ExplainWorld())
  }

  /// Prepares a situation and checks its explanation.
  static func check(_ situation: Situation, in world: ExplainWorld) async throws {
    var world = world
    try await situation.prepare(&world)
    try await check(world, situation.causes, says: situation.says)
  }

  /// Checks the explanation of a prepared world.
  static func check(
    _ world: ExplainWorld, _ causes: [ExplanationCause], says: String = ""
  ) async throws {
    let explanation = try await world.explain()
    #expect(
      explanation.findings.map(\.cause) == causes,
      "\(explanation) \(world.host.decisions().text)")
    for finding in explanation.findings {
      #expect(!finding.proof.isEmpty && !finding.remedy.isEmpty)
    }
    let texts = explanation.findings.flatMap { [$0.text] + $0.proof + [$0.remedy] }
    #expect(says.isEmpty || texts.contains { $0.contains(says) }, "\(texts)")
    #expect(explanation.hasRelease == (explanation.note != nil))
  }

  @Test("every cause except the unknown one has a situation")
  func completeness() {
    let causes = Set(Self.all.flatMap(\.causes))
    #expect(causes == Set(ExplanationCause.allCases).subtracting([.unknown]))
  }
}

/// Bundles of other channels.
enum PublishRequestFile {
  static func bundle(_ number: Int, in store: TestStore) throws -> ReadableFile {
    try store.bundle(TestStore.pages(number), second: number)
  }
}

extension TestStore {
  fileprivate func publish(
    _ bundle: ReadableFile, to channel: ChannelName, at store: TestStore
  ) async throws -> Publication {
    let request = PublishRequest(bundle, to: channel)
    return try await Folder.withScratchFolder(beside: folder.path("scratch")) { scratch in
      try await editor.releases.publish(
        request, verifier: BundleVerifier(threads: 1), scratch: scratch)
    }
  }
}

extension ExplainWorld {
  /// The bundle built `number` seconds after the creation of the store, embedded in the app.
  fileprivate func embedded(_ number: Int) throws -> DeliveredBundle {
    try DeliveredBundle(store.bundle(TestStore.pages(number), second: number))
  }

  /// Records an error that a test cannot cause.
  fileprivate func fail(_ event: Decision.Event, _ reason: DecisionReason, day: Double) async {
    var decision = Decision(
      event, .failed, at: Timestamp(milliseconds: Self.time(day)), reason: reason)
    decision.channel = "\(store.channel)"
    device.sandbox.decisions.record([decision], .durable)
  }
}
