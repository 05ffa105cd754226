import ErosTestSupport
import Foundation
import Testing

@Suite("Help of all commands")
struct HelpTests {
  @Test("the help equals its snapshot")
  func snapshots() async throws {
    var names: Set<String> = []
    for command in try await DescribedCommand.allOfTool() {
      let result = try await runTool(
        Tool.built("eros"), ["help"] + command.path, environment: ["COLUMNS": "80"])
      #expect(result.status == 0)
      let name = (["eros"] + command.path).joined(separator: "-") + ".txt"
      names.insert(name)
      try expectSnapshot(result.standardOutput, named: "help/" + name)
    }
    let folder = Tool.packageRoot.appending(path: "Tests/CLI/EndToEndTests/Snapshots/help")
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.path(percentEncoded: false))
    #expect(Set(kept) == names, "a snapshot of each command, and no others")
  }

  @Test("each command with a store accepts a configuration that names it")
  func stores() async throws {
    var count = 0
    for command in try await DescribedCommand.allOfTool() {
      let names = Set(
        (command.arguments ?? []).map { $0.names?.last?.name ?? $0.valueName ?? "" })
      if names.contains("store") {
        count += 1
        #expect(names.contains("config"), "\(command.path.joined(separator: " "))")
      }
    }
    #expect(count >= 20)
  }
}
