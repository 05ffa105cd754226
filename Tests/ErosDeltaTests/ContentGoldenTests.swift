import ErosCore
import ErosDelta
import Foundation
import Testing

/// Deltas that were once made must be read for ever.
@Suite("Golden content deltas")
struct ContentGoldenTests {
  @Test("format 1 is read", arguments: ["stored", "zstd", "lzma"])
  func version1(codec: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Vectors/content-1-\(codec).erosdelta")
    let delta = try Array(Data(contentsOf: file))
    #expect(try applying(delta, to: GoldenRelease.old) == GoldenRelease.new)
  }
}
