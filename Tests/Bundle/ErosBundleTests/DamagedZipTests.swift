import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Corrupt zips")
struct DamagedZipTests {
  /// Zips with each kind of record.
  static let good: [UnusualZip] = {
    let deflated = ZipForge.Entry("pages/a.js", "let a = 1").deflated()
    return [
      UnusualZip(
        name: "stored", forge: ZipForge([ZipForge.Entry("a.js", "x"), ZipForge.Entry("b/")])),
      UnusualZip(
        name: "described",
        forge: ZipForge([deflated.described(.signed), deflated.with { $0.name = utf8("b.js") }])
          .with { $0.comment = utf8("hello") }),
      UnusualZip(
        name: "ZIP64",
        forge: ZipForge([
          deflated.described(.unsigned),
          ZipForge.Entry("页.js", "xyz").with {
            ($0.extra, $0.localExtra) = (zip64Field(3, 3), zip64Field(3, 3))
          },
        ]).with { $0.zip64 = ZipForge.Zip64End() }),
    ]
  }()

  @Test("a zip truncated anywhere is rejected", arguments: good)
  func truncated(_ good: UnusualZip) throws {
    let bytes = good.forge.bytes()
    #expect(try ZipStructure(ZipBytes(bytes, path: "a zip")).isSafe)
    for length in 0..<bytes.count {
      let structure = try ZipStructure(ZipBytes(Array(bytes.prefix(length)), path: "a zip"))
      #expect(!structure.isSafe, "truncated to \(length) bytes")
    }
  }

  @Test("a zip without its first bytes is rejected", arguments: good)
  func beheaded(_ good: UnusualZip) throws {
    let bytes = good.forge.bytes()
    for length in 1..<bytes.count {
      let structure = try ZipStructure(ZipBytes(Array(bytes.dropFirst(length)), path: "a zip"))
      #expect(!structure.isSafe, "without its first \(length) bytes")
    }
  }

  @Test("a zip without any one byte is rejected", arguments: good)
  func bytesMissing(_ good: UnusualZip) throws {
    let bytes = good.forge.bytes()
    for position in bytes.indices {
      var shorter = bytes
      shorter.remove(at: position)
      let structure = try ZipStructure(ZipBytes(shorter, path: "a zip"))
      #expect(!structure.isSafe, "without byte \(position)")
    }
  }

  @Test("a zip with a changed byte is rejected or has the same entries", arguments: good)
  func flipped(_ good: UnusualZip) throws {
    let bytes = good.forge.bytes()
    let expected = try summary(of: bytes)
    for position in bytes.indices {
      for mask: UInt8 in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF] {
        var changed = bytes
        changed[position] ^= mask
        let found = try summary(of: changed)
        #expect(found == nil || found == expected, "byte \(position) changed by \(mask)")
      }
    }
  }

  @Test("a zip with random changes is rejected or consistent", arguments: good)
  func mutated(_ good: UnusualZip) throws {
    let seed = UInt64(20_260_711)
    var random = SeededGenerator(seed: seed)
    let bytes = good.forge.bytes()
    for round in 0..<3000 {
      let changed = mutate(bytes, &random)
      let structure = try ZipStructure(ZipBytes(changed, path: "a zip"))
      guard structure.isSafe else { continue }
      let note = "seed \(seed), round \(round)"
      let taken = structure.entries.reduce(0) { $0 + $1.compressedSize }
      #expect(taken <= UInt64(changed.count), "\(note)")
      for entry in structure.entries {
        let end = entry.dataOffset + entry.compressedSize
        #expect(end <= UInt64(changed.count), "\(note)")
        #expect(try BundlePath(entry.path.string) == entry.path, "\(note)")
      }
    }
  }

  @Test("a bundle with random changes is not verified with other contents")
  func mutatedBundle() throws {
    let seed = UInt64(20_260_712)
    var random = SeededGenerator(seed: seed)
    let bundle = try ZipForge.bundle(files: UnusualZip.pages).with {
      $0.entries = $0.entries.map { $0.deflated().described(.signed) }
    }
    let bytes = bundle.bytes()
    let verifier = BundleVerifier(threads: 1)
    let hash = try verifier.verify(ZipBytes(bytes, path: "a zip")).treeHash
    for round in 0..<1500 {
      let report = try verifier.verify(ZipBytes(mutate(bytes, &random), path: "a zip"))
      #expect(
        report.verdict != .verified || report.treeHash == hash, "seed \(seed), round \(round)")
    }
  }

  /// Returns the entries of a zip, or `nil` when it is rejected.
  private func summary(of bytes: [UInt8]) throws -> [String]? {
    let structure = try ZipStructure(ZipBytes(bytes, path: "a zip"))
    guard structure.isSafe else { return nil }
    return structure.entries.map {
      "\($0.path) \($0.isFolder) \($0.method) \($0.size) \($0.compressedSize) \($0.crc32) \($0.dataOffset)"
    }
  }
}

/// Changes, removes, duplicates or copies some bytes, often to the minimum or maximum.
func mutate(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<random.pick(1...3) where bytes.count > 8 {
    let position = random.pick(0...bytes.count - 9)
    let length = random.pick(1...8)
    let range = position..<(position + length)
    switch random.pick(0...6) {
    case 0: bytes[position] = UInt8(random.pick(0...255))
    case 1: bytes[position] ^= 1 << random.pick(0...7)
    case 2: bytes.replaceSubrange(range, with: [UInt8](repeating: 0xFF, count: length))
    case 3: bytes.replaceSubrange(range, with: [UInt8](repeating: 0, count: length))
    case 4: bytes.removeSubrange(range)
    case 5: bytes.insert(contentsOf: bytes[range], at: position)
    default:
      let other = random.pick(0...bytes.count - 9)
      bytes.replaceSubrange(range, with: bytes[other..<(other + length)])
    }
  }
  return bytes
}
