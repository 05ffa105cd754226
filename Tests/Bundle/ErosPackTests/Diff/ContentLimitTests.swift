import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosPack
import ErosTestSupport
import Testing

@Suite("Limits of the content delta encoder")
struct ContentLimitTests {
  private func encode(_ old: Files, _ new: Files, _ limits: DeltaLimits) throws -> [UInt8] {
    try ContentDeltaEncoder(threads: 2, limits: limits)
      .encode(from: MemoryTree(old), to: MemoryTree(new))
  }

  /// A file, and the same file with a change every 2,500 bytes.
  private static let scattered: (old: Files, new: Files) = {
    var random = SeededGenerator(seed: 8)
    let text = random.text(50_000)
    var edited = text
    for index in stride(from: 1250, to: text.count, by: 2500) { edited[index] ^= 1 }
    return (["a.js": text], ["a.js": edited])
  }()

  @Test("a delta has no more copies than readers allow", arguments: [1, 3, 10, 40])
  func copies(limit: Int) throws {
    let (old, new) = Self.scattered
    let limits = DeltaLimits(copies: limit)
    let delta = try encode(old, new, limits)
    #expect(try applying(delta, to: old, limits: limits) == new)
  }

  @Test("a limit that is not reached changes nothing")
  func unreached() throws {
    let (old, new) = Self.scattered
    #expect(try encode(old, new, DeltaLimits()) == encode(old, new, DeltaLimits(copies: 10_000)))
  }

  @Test("a dictionary is not larger than readers allow")
  func window() throws {
    let (old, new) = Self.scattered
    let limits = DeltaLimits(window: 37_500)
    #expect(try applying(encode(old, new, limits), to: old, limits: limits) == new)
  }

  @Test("a delta that readers would reject is not made")
  func rejected() throws {
    let new: Files = ["a/b/c.js": [1], "d/e.js": [2]]
    // Two files, three folders and the manifest.
    let fitting = DeltaLimits(ZipLimits(entries: 6))
    #expect(try applying(encode([:], new, fitting), to: [:], limits: fitting) == new)
    for limits in [ZipLimits(entries: 5), ZipLimits(totalSize: 1)].map({ DeltaLimits($0) }) {
      let error = #expect(throws: DeltaError.self) { try encode([:], new, limits) }
      guard case .rejectedByReaders? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(error?.exitStatus == .badData)
      #expect(error?.remedy?.contains("--format bsdiff") == true)
    }
  }

  @Test("a delta to clashing names is not made", arguments: ["MD5.JSON", "md5.json/x", "A"])
  func names(name: String) throws {
    let error = #expect(throws: DeltaError.self) {
      try encode([:], ["a": [1], name: [2]], DeltaLimits())
    }
    #expect(error?.problem.contains("clashes with another name") == true)
  }
}
