import ErosCore
import ErosStore
import ErosTestSupport
import Foundation
import Testing

@testable import ErosDevice
@testable import ErosTrust

/// Random histories of stores with the decisions of a device, for `bindings/android/test --histories`.
///
/// `EROS_TUF_HISTORIES` is the number of histories.
@Suite("Histories of stores", .phase(.servers), .temporaryFolder)
struct HistoryVectorTests {
  private static let folder = ProcessInfo.processInfo.environment["EROS_HISTORY_VECTORS"]

  @Test(
    "histories of stores are written with the decisions of a device", .enabled(if: folder != nil),
    .timeLimit(.minutes(240)))
  func histories() async throws {
    let folder = URL(filePath: try #require(Self.folder))
    let base = try FolderStore(TemporaryFolder.ofTest().path("empty"), creating: true)
    let count = UInt64(PythonDecisionTests.historyCount)
    // A file for some of them needs less memory than one for all.
    for first in stride(from: 1, through: count, by: 500) {
      var text = ""
      for seed in first...min(count, first + 499) {
        let history = try await ModelDevice.history(seed: seed, over: base)
        let results = history.results.map(\.json)
        let vector = JSONValue.sorted([
          "steps": .list(history.steps), "results": .list(results), "seed": .integer(Int64(seed)),
        ])
        text += String(decoding: JSONWriter.write(vector), as: UTF8.self) + "\n"
      }
      try Data(text.utf8).write(to: folder.appending(path: "histories-\(first).jsonl"))
    }
  }
}

extension ModelDevice.Result {
  fileprivate var json: JSONValue {
    .sorted([
      "decision": .string(decision), "release": .integer(orNull: release),
      "path": .string(orNull: path), "length": .integer(orNull: length),
      "versions": .list(versions.map { .integer(orNull: $0) }), "error": .string(orNull: error),
    ])
  }
}
