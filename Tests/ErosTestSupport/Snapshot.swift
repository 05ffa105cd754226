import Foundation
public import Testing

/// Compares `text` with the snapshot `name` in the folder `Snapshots` beside the calling test.
///
/// With `EROS_RECORD_SNAPSHOTS=1` the snapshot is written, and the test still fails, so that nobody
/// takes recording for passing.
public func expectSnapshot(
  _ text: String, named name: String, file: StaticString = #filePath,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let place = URL(filePath: "\(file)").deletingLastPathComponent()
    .appending(path: "Snapshots/" + name)
  if ProcessInfo.processInfo.environment["EROS_RECORD_SNAPSHOTS"] == "1" {
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: place)
    Issue.record("recorded \(name)", sourceLocation: sourceLocation)
    return
  }
  let recorded = try? String(contentsOf: place, encoding: .utf8)
  #expect(recorded == text, "snapshot \(name)", sourceLocation: sourceLocation)
}
