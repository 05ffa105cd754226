import Foundation
public import Testing

/// `true` if tests write snapshots instead of comparing them.
let isRecordingSnapshots =
  ProcessInfo.processInfo.environment["EROS_RECORD_SNAPSHOTS"] == "1"

/// Compares `text` with the snapshot `name` in the folder `Snapshots` beside the calling test.
///
/// With `EROS_RECORD_SNAPSHOTS=1` the snapshot is written and the test fails, so recording never
/// passes for success.
public func expectSnapshot(
  _ text: String, named name: String, file: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let snapshot = URL(filePath: "\(file)").deletingLastPathComponent()
    .appending(path: "Snapshots/" + name)
  if isRecordingSnapshots {
    try FileManager.default.createDirectory(
      at: snapshot.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: snapshot)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let recorded = try? String(contentsOf: snapshot, encoding: .utf8)
  #expect(recorded == text, "snapshot \(name)", sourceLocation: sourceLocation)
}
