import ErosBundle
import ErosCore
import ErosDelta
import ErosTestSupport
import Testing

@Suite("The limits of content deltas, for those who make them")
struct ContentLimitTests {
  private func encode(_ old: Files, _ new: Files, _ limits: DeltaLimits) throws -> [UInt8] {
    try ContentDeltaEncoder(threads: 2, limits: limits)
      .encode(from: MemoryTree(old), to: MemoryTree(new))
  }

  /// A text, and the same one with a change in every few kilobytes.
  private static let scattered: (old: Files, new: Files) = {
    var random = SeededGenerator(seed: 8)
    let text = random.text(200_000)
    var edited = text
    for index in stride(from: 2000, to: text.count, by: 4000) { edited[index] ^= 1 }
    return (["a.js": text], ["a.js": edited])
  }()

  @Test("no more pieces are copied than readers allow", arguments: [1, 3, 10, 40])
  func copies(limit: Int) throws {
    let (old, new) = Self.scattered
    let limits = DeltaLimits(copies: limit)
    let delta = try encode(old, new, limits)
    #expect(try applying(delta, to: old, limits: limits) == new)
  }

  @Test("a usual limit changes nothing")
  func usual() throws {
    let (old, new) = Self.scattered
    #expect(try encode(old, new, DeltaLimits()) == encode(old, new, DeltaLimits(copies: 10_000)))
  }

  @Test("a dictionary is no larger than readers allow")
  func window() throws {
    let (old, new) = Self.scattered
    let limits = DeltaLimits(window: 150_000)
    #expect(try applying(encode(old, new, limits), to: old, limits: limits) == new)
  }

  @Test("what no reader would take is not made, and the error says why")
  func refused() throws {
    let new: Files = ["a/b/c.js": [1], "d/e.js": [2]]
    // Two files, three folders and the manifest.
    let fitting = DeltaLimits(ZipLimits(entries: 6))
    #expect(try applying(encode([:], new, fitting), to: [:], limits: fitting) == new)
    for limits in [ZipLimits(entries: 5), ZipLimits(totalSize: 1)].map({ DeltaLimits($0) }) {
      let error = #expect(throws: DeltaError.self) { try encode([:], new, limits) }
      guard case .beyondReaders? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.exitStatus == .badData)
      #expect(error?.remedy?.contains("--format bsdiff") == true)
    }
  }

  @Test("no delta leads to names that clash", arguments: ["MD5.JSON", "md5.json/x", "A"])
  func names(name: String) throws {
    let error = #expect(throws: DeltaError.self) {
      try encode([:], ["a": [1], name: [2]], DeltaLimits())
    }
    #expect(error?.problem.contains("clashes with another one") == true)
  }
}
