import ErosCore
import ErosCrypto
import ErosTestSupport
import Foundation
import Testing

@testable import ErosTrust

/// Performs the drill of `docs/trust.md`.
@Suite("The drill of docs/trust.md")
struct TrustDrillTests {
  private static let channel = "my-app-production"
  private static let release = "my-app/production/1/bundle.zip"

  /// The repository and two devices, one that follows each step and one that stays off.
  private struct Drill {
    var repository: TestRepository
    var followingDevice: TestDevice
    var sleepingDevice: TestDevice

    /// Publishes the targets, the channel, the snapshot and the timestamp, and updates the devices.
    mutating func publish() throws {
      try repository.publish("targets", TrustDrillTests.channel, "snapshot", "timestamp")
      try checkDevices()
    }

    /// Expects that a device that follows, and a new one, find the release.
    func found() throws -> [TrustUpdate] {
      var following = followingDevice
      var new = TestDevice(repository)
      return [
        try following.update(from: repository, find: TrustDrillTests.release),
        try new.update(from: repository, find: TrustDrillTests.release),
      ]
    }

    mutating func checkDevices() throws {
      for update in try found() { #expect(update.target?.role.text == TrustDrillTests.channel) }
      try followingDevice.update(from: repository, find: TrustDrillTests.release)
    }
  }

  private static let steps: [(title: String, perform: @Sendable (inout Drill) throws -> Void)] = [
    (
      "Make two of three keys for `root`, and one for each other role and for a channel.",
      { drill in
        for _ in 0..<2 { try drill.repository.addKey(to: .root) }
        drill.repository.root[.root].threshold = 2
        try drill.repository.publish("root")
        try drill.repository.delegate(
          RoleName(channel), paths: .patterns([PathPattern("my-app/production/*/*")]),
          isTerminating: true)
      }
    ),
    (
      "Publish a release.",
      { drill in
        try drill.repository.addTarget(release, to: RoleName(channel))
        try drill.publish()
        try drill.sleepingDevice.update(from: drill.repository, find: release)
      }
    ),
    (
      "Rotate the channel.",
      { drill in
        let thief = drill.repository.signers[channel]
        drill.repository.targets["targets"]?.delegations = nil
        drill.repository.signers[channel] = nil
        try drill.repository.delegate(
          RoleName(channel), paths: .patterns([PathPattern("my-app/production/*/*")]),
          isTerminating: true)
        try drill.publish()
        // The old key no longer publishes.
        var forged = drill.repository
        forged.signers[channel] = thief
        try forged.publish(channel, "snapshot", "timestamp")
        var device = drill.followingDevice
        #expect(device.error(from: forged, find: release)?.code == "not-signed")
      }
    ),
    (
      "Rotate `timestamp` and `snapshot` after the online key was stolen and its versions were raised.",
      { drill in
        var stolen = drill.repository
        stolen.timestamp.version = 1_000_000
        stolen.snapshot.version = 1_000_000
        try stolen.publish("snapshot", "timestamp")
        try drill.followingDevice.update(from: stolen)
        var device = drill.followingDevice
        try drill.repository.publish("snapshot", "timestamp")
        #expect(device.error(from: drill.repository)?.code == "rollback")
        try drill.repository.rotate(.timestamp)
        try drill.repository.rotate(.snapshot)
        try drill.repository.publish("root")
        try drill.publish()
      }
    ),
    (
      "Rotate `targets`.",
      { drill in
        try drill.repository.rotate(.targets)
        try drill.repository.publish("root")
        try drill.publish()
      }
    ),
    (
      "Rotate `root`, one key after the other.",
      { drill in
        for _ in 0..<3 {
          // Two old keys and the new one sign. The next file has one old key less.
          let removed = drill.repository.root[.root].keyIDs.removeFirst()
          let old = drill.repository.signers["root"] ?? []
          try drill.repository.addKey(to: .root)
          try drill.repository.publish("root")
          drill.repository.signers["root"] = Array(
            (old + [drill.repository.signers["root"]?.last].compactMap { $0 }).dropFirst())
          drill.repository.root.keys[removed] = nil
          try drill.checkDevices()
        }
      }
    ),
    (
      "Revoke one key of `root`. The threshold stays two.",
      { drill in
        let revoked = drill.repository.root[.root].keyIDs.removeLast()
        drill.repository.root.keys[revoked] = nil
        let thief = drill.repository.signers["root"]?.removeLast()
        try drill.repository.publish("root")
        try drill.checkDevices()
        // The revoked key and one other key are not enough.
        var forged = drill.repository
        forged.signers["root"] = [thief, forged.signers["root"]?.first].compactMap { $0 }
        try forged.publish("root")
        var device = drill.followingDevice
        #expect(device.error(from: forged)?.code == "not-signed")
      }
    ),
    (
      "Publish 50 more root files.",
      { drill in
        for _ in 0..<50 { try drill.repository.publish("root") }
        try drill.checkDevices()
      }
    ),
    (
      "The device that was off since step 2 catches up, and finds the release.",
      { drill in
        let before = try #require(drill.sleepingDevice.version(RootMetadata.self))
        let update = try drill.sleepingDevice.update(from: drill.repository, find: release)
        #expect(update.target?.role.text == channel)
        #expect(update.root.version - before > 50)
      }
    ),
  ]

  @Test("each step works on a new device, one that follows and one that stays off")
  func drill() throws {
    let repository = try TestRepository()
    var drill = Drill(
      repository: repository, followingDevice: TestDevice(repository),
      sleepingDevice: TestDevice(repository))
    for step in Self.steps { try step.perform(&drill) }
  }

  @Test("the page lists the steps that the test performs")
  func page() throws {
    let page = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/trust.md"), encoding: .utf8)
    let list = Self.steps.enumerated().map { "\($0.offset + 1). \($0.element.title)\n" }
    #expect(page.contains("\n\n" + list.joined() + "\n## "))
  }
}
