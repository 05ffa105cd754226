import ErosBundle
import ErosCore
import ErosCrypto
import ErosFiles
import ErosPublish
import ErosReleaseTestSupport
import ErosStore
import ErosTestSupport
import ErosTrust
import Foundation
import Testing

@Suite("Devices with python-tuf", .phase(.servers), .needsPythonPackages, .temporaryFolder)
struct ForeignDeviceTests {
  private static let script = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Interop/device.py").path(percentEncoded: false)

  /// Updates the device, which keeps its state, and compares what it sees with this project.
  private func update(_ test: TestStore, roots: Int64, _ comment: Comment) async throws {
    let folder = test.folder
    try folder.write(test.editor.pinnedRoot, to: "root.json")
    let result = try await runTool(
      Tool.testPython,
      [
        Self.script, test.path, folder.path("root.json"), folder.path("device"), "\(test.channel)",
        "\(TestStore.now / 1000)",
      ])
    try #require(result.status == 0, "\(comment): \(result.standardError)")
    let seen = try JSONReader.read(Array(result.standardOutput.utf8), file: "python").value.object
    #expect(seen?["root"]?.integer == roots, comment)
    let contents = try await test.contents()
    let releases = try #require(seen?["releases"]?.array).map(\.value.object)
    #expect(
      releases.map { $0?["seq"]?.integer } == contents.releases.map { $0.number as Int64? }, comment
    )
    #expect(
      releases.map { $0?["tree"]?.string } == contents.releases.map { "\($0.tree)" as String? },
      comment)
    #expect(
      releases.map { $0?["rollout"]?.integer }
        == contents.releases.map { Int64($0.rollout) as Int64? }, comment)
    #expect(
      releases.map { $0?["paused"]?.bool } == contents.releases.map { $0.isPaused as Bool? },
      comment)
    let newest = try #require(contents.releases.first)
    let files = ["bundle.zip", "history.json"] + newest.deltas.map(\.name)
    #expect(
      try #require(seen?["files"]?.array).map(\.value.string) == files.sorted().map(Optional.init),
      comment)
  }

  @Test("python-tuf follows publications, rollouts, rotations of all roles, and a rollback")
  func follow() async throws {
    var test = try await TestStore()
    let newRoot = try (0..<2).map { _ in try SigningKey.generate() }
    let (targets, online, channel) = (
      try SigningKey.generate(), try SigningKey.generate(), try SigningKey.generate()
    )
    test.editor = try test.editor(
      keys: test.root + newRoot + [
        test.targets, targets, test.online, online, test.channelKey, channel,
      ])
    try await test.publish(1)
    try await update(test, roots: 1, "the first release")
    try await test.publish(2)
    try await update(test, roots: 1, "the second release")
    _ = try await test.editor.releases.setRollout(25, of: 2, in: test.channel)
    try await update(test, roots: 1, "the rollout")
    _ = try await test.editor.releases.setPaused(true, 2, in: test.channel)
    try await update(test, roots: 1, "the pause")
    try await test.editor.roles.rotate(.online, to: [online.publicKey])
    try await update(test, roots: 3, "the rotation of online")
    try await test.editor.roles.rotate(.targets, to: [targets.publicKey])
    try await update(test, roots: 5, "the rotation of targets")
    try await test.editor.roles.rotate(.channel(test.channel), to: [channel.publicKey])
    try await update(test, roots: 5, "the rotation of the channel")
    try await test.editor.roles.rotate(.root, to: newRoot.map(\.publicKey))
    try await update(test, roots: 6, "the rotation of root")
    test.editor = try test.editor(keys: newRoot + [targets, online, channel])
    try await test.publish(3)
    try await update(test, roots: 6, "a publication with the new keys")
    try await test.rollBack(to: nil)
    try await update(test, roots: 6, "the rollback")
    _ = try await test.editor.maintenance.refresh()
    try await update(test, roots: 6, "the refresh")
  }
}
