import ErosTestSupport
import Foundation
import Testing

@Suite(
  "A host in C and stores that misbehave", .phase(.timeLimits), .temporaryFolder,
  .enabled(if: Tool.isInstalled("cc")), .needs("python3"))
struct CHostMisbehaviorTests {
  /// A kind of file, a behavior of `misbehaving-store.py` that ends soon, and the exit status of the
  /// fetch.
  static let behaviors: [(String, Int32)] = [
    ("timestamp/bad-tag", 0), ("timestamp/moved", 0),
    ("timestamp/portal", 65), ("timestamp/flip", 65), ("timestamp/endless", 65),
    ("timestamp/gzip", 65), ("timestamp/circle", 65),
    ("timestamp/scheme_file", 65), ("timestamp/status_404", 69), ("timestamp/not-modified", 69),
    ("root/portal", 65), ("root/status_403", 0), ("snapshot/zeros", 65), ("channel/flip", 65),
    ("bundle/bad-tag", 0), ("bundle/unknown", 0), ("bundle/moved", 0), ("bundle/resumed", 0),
    ("bundle/flip", 65), ("bundle/zeros", 65), ("bundle/shorter", 65), ("bundle/longer", 65),
    ("bundle/huge", 65), ("bundle/appended", 65), ("bundle/endless", 65), ("bundle/empty", 65),
    ("bundle/gzip", 65), ("bundle/portal", 65), ("bundle/nowhere", 65), ("bundle/scheme_ftp", 65),
    ("bundle/status_404", 69), ("bundle/other-bytes", 69), ("bundle/unasked", 69),
    ("patch/flip", 0), ("patch/endless", 0), ("patch/bad-tag", 0),
  ]

  @Test("stages the right release or none, without a finding of AddressSanitizer")
  func all() async throws {
    let world = try DeviceWorld()
    try await world.makeHost()
    try await world.makeStore()
    let expected = try await release(of: "second.zip", in: world)
    let script = Tool.packageRoot.appending(
      path: "Tests/Device/ErosDeviceTests/Fetch/misbehaving-store.py")
    try await ToolServer.run(
      "python3", [script.path(percentEncoded: false), world.folder.path("store")]
    ) { server in
      let origin = "http://127.0.0.1:\(server.firstLine)"
      for (behavior, status) in Self.behaviors {
        let folder = behavior.replacing("/", with: "-")
        // Only a device with the first release gets a patch.
        if behavior.hasPrefix("patch") { _ = try await host(world, folder, "launch", "first.zip") }
        let fetched = try await host(world, folder, "fetch", "\(origin)/\(behavior)")
        #expect(fetched.status == status, "\(behavior): \(fetched)")
        #expect(!fetched.standardError.contains("Sanitizer"), "\(behavior): \(fetched)")
        // A bad answer must not end later updates.
        let good = try await host(world, folder, "fetch", "\(origin)/none/none")
        #expect(good.status == 0, "\(behavior): \(good)")
        let launch = try await host(world, folder, "launch")
        #expect(launch.standardOutput.contains("release \(expected)\n"), "\(behavior): \(launch)")
      }
    }
  }

  /// Returns the tree hash of a bundle.
  private func release(of zip: String, in world: DeviceWorld) async throws -> String {
    let launch = try await host(world, "reference", "launch", zip)
    let line = try #require(launch.standardOutput.split(separator: "\n").first)
    return String(try #require(line.split(separator: " ").last))
  }

  private func host(
    _ world: DeviceWorld, _ folder: String, _ arguments: String...
  ) async throws -> ToolResult {
    try await runTool(
      world.folder.path("host"), [folder] + arguments, in: world.folder.path,
      environment: [
        "APP_VERSION": "2.1.0", "CHANNEL": "demo/production", "ROOT": "keys/root.json",
      ])
  }
}
