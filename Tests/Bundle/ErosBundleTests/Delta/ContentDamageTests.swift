import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosTestSupport
import Testing

@Suite("Corrupt content deltas")
struct ContentDamageTests {
  static let old: Files = {
    var random = SeededGenerator(seed: 11)
    return ["a.js": random.text(3000), "b.js": random.text(2000), "c": random.noise(64)]
  }()
  static let new: Files = {
    var files = old
    files["a.js"]?.replaceSubrange(1500..<1505, with: Array("changed".utf8))
    files["d.js"] = files.removeValue(forKey: "b.js")
    files["e.js"] = Array("something new".utf8)
    return files
  }()

  @Test("a delta truncated anywhere is rejected")
  func truncated() throws {
    let delta = try makeDelta(Self.old, Self.new)
    for count in 0..<delta.count {
      #expect(throws: DeltaError.self, "\(count) bytes") {
        try applying(Array(delta[..<count]), to: Self.old)
      }
    }
    #expect(throws: DeltaError.self) { try applying(delta + [0], to: Self.old) }
  }

  @Test("a delta with any byte changed is rejected")
  func flipped() throws {
    let delta = try makeDelta(Self.old, Self.new)
    for index in delta.indices {
      for change in [0x01, 0x80, 0xFF] as [UInt8] {
        var damaged = delta
        damaged[index] ^= change
        #expect(throws: DeltaError.self, "byte \(index), \(change)") {
          try applying(damaged, to: Self.old)
        }
      }
    }
  }

  @Test("another old release is rejected, and the error names both releases")
  func wrongBase() throws {
    let delta = try makeDelta(Self.old, Self.new)
    let error = #expect(throws: DeltaError.self) { try applying(delta, to: Self.new) }
    guard case .wrongBase(patchName, let expected, let found)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let header = try ContentDelta(reading: ZipBytes(delta, path: patchName))
    #expect(expected == header.before.description)
    #expect(found == header.after.description)
  }

  @Test("a later format is reported as such")
  func laterVersion() throws {
    var delta = try makeDelta(Self.old, Self.new)
    delta[8] = 3
    #expect(throws: DeltaError.laterVersion(patch: patchName, version: 3)) {
      try applying(delta, to: Self.old)
    }
    delta[8] = 0
    #expect(throws: DeltaError.malformed(patch: patchName, "format 0 does not exist")) {
      try applying(delta, to: Self.old)
    }
  }

  @Test("a file of another format is rejected")
  func notADelta() throws {
    for bytes in [[], Array("BSDIFF40".utf8), Array("<html>not found</html>".utf8)] as [[UInt8]] {
      #expect(throws: DeltaError.self) { try applying(bytes, to: Self.old) }
    }
  }

  @Test("an exceeded limit is reported before decompression")
  func limits() throws {
    let delta = try makeDelta(Self.old, Self.new)
    for limits in [
      DeltaLimits(ZipLimits(entries: 3)), DeltaLimits(ZipLimits(totalSize: 1000)),
      DeltaLimits(copies: 0),
      DeltaLimits(window: 100),
    ] {
      let error = #expect(throws: DeltaError.self) {
        try ContentDelta(reading: ZipBytes(delta, path: patchName), limits: limits)
      }
      guard case .overLimit? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
