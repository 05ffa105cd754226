import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Zip bombs")
struct HostileBombTests {
  /// An entry that declares `size` bytes and has `packedSize` compressed bytes.
  private static func claim(_ name: String, size: UInt64, packedSize: Int) -> ZipForge.Entry {
    ZipForge.Entry(name).with {
      $0.method = 8
      $0.packed = [UInt8](repeating: 0, count: packedSize)
      ($0.size, $0.crc) = (size, 0)
    }
  }

  private static let mebibyte: UInt64 = 1 << 20

  static let bombs: [HostileCase] = [
    HostileCase(
      "with an entry of ratio 1,001:1", .limitRatio,
      entries: [claim("a", size: 2_002_000, packedSize: 2000)]),
    HostileCase(
      "with an entry without compressed bytes", .limitRatio,
      entries: [claim("a", size: mebibyte + 1, packedSize: 0)]),
    HostileCase(
      "with an entry of 4 GiB compressed to 42 bytes", .limitRatio, .limitSize,
      entries: [claim("a", size: 0xFFFF_FFFE, packedSize: 42)]),
    HostileCase(
      "with an entry of 513 MiB", .limitSize,
      entries: [claim("a", size: 513 * mebibyte, packedSize: 600_000)]),
    HostileCase(
      "with many medium entries", .limitSize,
      entries: (0..<600).map { claim("\($0)", size: mebibyte, packedSize: 2000) }),
    HostileCase(
      "with one byte over the total limit", .limitSize,
      entries: (0..<512).map { claim("\($0)", size: mebibyte, packedSize: 0) }
        + [ZipForge.Entry("a", "x")]),
    HostileCase("with an entry of 2^63 bytes", .limitSize, .limitRatio) {
      ZipForge([
        claim("a", size: 0xFFFF_FFFF, packedSize: 2000).with {
          $0.central.packedSize = 0xFFFF_FFFF
          $0.local.packedSize = 0xFFFF_FFFF
          $0.extra = zip64Field(1 << 63, 2000)
          $0.localExtra = zip64Field(1 << 63, 2000)
        }
      ]).bytes()
    },
    // Entries that share one stream (Fifield: A better zip bomb, 2019).
    HostileCase("with entries that contain the next header", .recordsOverlap) {
      overlapping(quoting: true)
    },
    HostileCase("with entries that share their data", .recordsOverlap) {
      overlapping(quoting: false)
    },
  ]

  /// Ten entries whose data extends to the end of the last one, or which all share one range.
  private static func overlapping(quoting: Bool) -> [UInt8] {
    var entries = (0..<10).map { ZipForge.Entry("\($0)") }
    entries[9] = ZipForge.Entry("9", "data")
    for index in 0..<9 {
      guard quoting else {
        entries[index] = entries[9].with {
          $0.name = utf8("\(index)")
          $0.isPhantom = true
          $0.central.offset = 0
        }
        continue
      }
      let rest = 4 + (9 - index) * 31
      entries[index].packed = []
      (entries[index].size, entries[index].packedSize) = (UInt64(rest), UInt64(rest))
    }
    if !quoting { entries.swapAt(0, 9) }
    return ZipForge(entries).bytes()
  }

  @Test("a bomb is rejected before decompression", .timeLimit(.minutes(10)), arguments: bombs)
  func rejected(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  @Test("entries at the limits are accepted")
  func atLimits() throws {
    let entries = [
      Self.claim("a", size: 2_000_000, packedSize: 2000),
      Self.claim("b", size: Self.mebibyte, packedSize: 0),
    ]
    let source = ZipBytes(ZipForge(entries).bytes(), path: "a zip")
    #expect(try ZipStructure(source).isSafe)
    let total = 2_000_000 + Self.mebibyte
    #expect(try ZipStructure(source, limits: ZipLimits(totalSize: total)).isSafe)
    let structure = try ZipStructure(source, limits: ZipLimits(totalSize: total - 1))
    #expect(errorCodes(structure.findings) == [.limitSize])
  }

  /// An entry that declares fewer bytes than it has.
  @Test("decompression stops at the declared size", arguments: [0, 1, 1000, 258_000])
  func declaredLess(size: UInt64) throws {
    let bomb = UnusualZip.repetition.with { $0.size = size }
    let bundle = try ZipForge.bundle(files: UnusualZip.pages).with { $0.entries.append(bomb) }
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(bundle.bytes(), path: "a zip"))
    #expect(errorCodes(report.findings) == [.dataSizeMismatch])
    #expect(report.verdict == .unsafe)
  }

  /// A zip of 120,000 empty entries.
  private static let many = ZipBytes(
    ZipForge((0..<120_000).map { ZipForge.Entry("\($0 % 300)/\($0).js") }).with {
      $0.zip64 = ZipForge.Zip64End()
    }.bytes(), path: "a zip")

  @Test("120,000 entries are rejected quickly, and accepted with a higher limit")
  func manyEntries() throws {
    let source = Self.many
    var structure: ZipStructure?
    let rejecting = try processorTime { structure = try ZipStructure(source) }
    #expect(structure?.findings.map(\.code) == ["limitEntries"])
    #expect(rejecting < .seconds(5), "took \(rejecting)")
    let accepting = try processorTime {
      structure = try ZipStructure(source, limits: ZipLimits(entries: 130_000))
    }
    #expect(structure?.isSafe == true)
    #expect(structure?.entries.count == 120_000)
    #expect(accepting < .seconds(60), "took \(accepting)")
  }

  @Test("paths with too many folders are rejected")
  func manyFolders() throws {
    let entries = (0..<100).map {
      ZipForge.Entry("\($0)/" + String(repeating: "a/", count: 60) + "b")
    }
    let source = ZipBytes(ZipForge(entries).bytes(), path: "a zip")
    #expect(try ZipStructure(source).isSafe)
    let structure = try ZipStructure(source, limits: ZipLimits(entries: 5000))
    #expect(errorCodes(structure.findings) == [.limitEntries])
  }

  @Test("a central directory with large extra fields and comments is rejected")
  func longDirectory() throws {
    let filling = extraField(0xCAFE, [UInt8](repeating: 0, count: 60_000))
    let entry = ZipForge.Entry("a").with {
      ($0.extra, $0.comment) = (filling, [UInt8](repeating: 0, count: 60_000))
    }
    let entries = (0..<10).map { index in entry.with { $0.name = utf8("\(index)") } }
    let source = ZipBytes(ZipForge(entries).bytes(), path: "a zip")
    #expect(try ZipStructure(source).isSafe)
    let structure = try ZipStructure(source, limits: ZipLimits(entries: 10))
    #expect(errorCodes(structure.findings) == [.limitEntries])
  }

  @Test("limits can be any number", arguments: [Int.max, 1 << 55, 0, -1, .min])
  func limits(entries: Int) throws {
    let bundle = try ZipForge.bundle(files: UnusualZip.pages)
    let limits = ZipLimits(entries: entries, totalSize: .max)
    let report = try BundleVerifier(limits: limits, threads: 1)
      .verify(ZipBytes(bundle.bytes(), path: "a zip"))
    #expect(report.verdict == (entries > 0 ? .verified : .unsafe))
  }

  @Test("thousands of findings are truncated and counted")
  func manyProblems() throws {
    let entries = (0..<3000).map { ZipForge.Entry("../\($0)") }
    let structure = try ZipStructure(ZipBytes(ZipForge(entries).bytes(), path: "a zip"))
    #expect(structure.findings.count == 1001)
    #expect(errorCodes(structure.findings) == [.nameInvalid, .tooManyProblems])
  }

  @Test("omitted findings count as an error if one of them is an error")
  func hiddenError() throws {
    var entries = (0..<1500).map { ZipForge.Entry("e\u{301}\($0)") }
    entries.append(ZipForge.Entry("../evil.js"))
    let structure = try ZipStructure(ZipBytes(ZipForge(entries).bytes(), path: "a zip"))
    #expect(errorCodes(structure.findings) == [.tooManyProblems])
    #expect(!structure.isSafe && structure.entries.isEmpty)
  }

  /// Verifies a bundle of `pages` pages.
  private func report(
    pages: Int = 2, text: [UInt8]? = nil, manifest: (inout ForgedManifest) -> Void = { _ in },
    change: (inout ZipForge) -> Void = { _ in }
  ) throws -> VerificationReport {
    let names = (0..<pages).map { ("pages/\($0).js", utf8("\($0)")) }
    let files = Dictionary(uniqueKeysWithValues: names)
    let zip = try ZipForge.bundle(files: files, text: text, manifest: manifest).with(change)
    return try BundleVerifier(threads: 2).verify(ZipBytes(zip.bytes(), path: "a zip"))
  }

  @Test("thousands of manifest findings are truncated and counted")
  func manyManifestProblems() throws {
    let list = String(repeating: "1,", count: 49_999) + "1"
    let report = try report(text: utf8("{\"filesMd5\":[\(list)],\"jsVersion\":1}"))
    #expect(report.findings.count == 1001)
    #expect(report.findings.last?.message == "and 49002 more findings")
    #expect(report.verdict == .mismatch)
  }

  @Test("thousands of invalid listed names are truncated and counted")
  func manyListedNames() throws {
    let report = try report(manifest: {
      for index in 0..<2000 {
        $0.items.append($0.items[0])
        $0.items[$0.items.count - 1]["page"] = "\"/../\(index)\""
      }
    })
    #expect(report.findings.count == 1001)
    #expect(report.verdict == .mismatch)
  }

  @Test("thousands of wrong digests are truncated and counted")
  func manyMismatches() throws {
    let report = try report(
      pages: 1500,
      manifest: {
        for index in $0.items.indices {
          $0.items[index]["md5"] = "\"\(String(repeating: "0", count: 32))\""
        }
      })
    #expect(errorCodes(report.findings) == [.md5Mismatch, .tooManyProblems])
    #expect(report.findings.count == 1001)
    #expect(report.verdict == .mismatch)
    #expect(report.files.count == 1501)
  }

  @Test("an omitted error also makes the bundle unsafe")
  func hiddenDamage() throws {
    let report = try report(
      pages: 1500,
      change: {
        for index in 0..<1499 { $0.entries[index + 1].extra = extraField(0xABCD, []) }
        $0.entries[1500].crc = 1
      })
    #expect(errorCodes(report.findings) == [.tooManyProblems])
    #expect(report.verdict == .unsafe)
  }

  @Test(
    "thousands of extra fields of one kind are one finding per header",
    arguments: [0xABCD, 0x7075, 0x5455] as [UInt16])
  func manyFields(id: UInt16) throws {
    let fields = Array(repeating: extraField(id, []), count: 16_000).joined()
    let entries = ["a", "b"].map { name in
      ZipForge.Entry(name).with { $0.extra = Array(fields) }
    }
    let structure = try ZipStructure(ZipBytes(ZipForge(entries).bytes(), path: "a zip"))
    #expect(structure.findings.compactMap(\.subject) == ["a", "b"])
  }

  @Test("a name that is too long for a path is shown truncated")
  func longNames() throws {
    let entry = ZipForge.Entry(String(repeating: "\u{1}", count: 60_000))
    let structure = try ZipStructure(ZipBytes(ZipForge([entry]).bytes(), path: "a zip"))
    let name = try #require(structure.findings.first?.subject)
    #expect(name.hasPrefix("\\u{1}\\u{1}") && name.hasSuffix("…"))
    #expect(name.utf8.count < 20_000)
  }

  @Test("a name with many combining marks is composed at most twice, not once per folder")
  func namesOfMarks() throws {
    let folder = "Q" + String(repeating: "\u{316}\u{301}", count: 30) + "/"
    let names = (0..<50).map { "\($0)" + String(repeating: folder, count: 8) + "a.js" }
    let source = ZipBytes(ZipForge(names.map { ZipForge.Entry($0, "x") }).bytes(), path: "a zip")
    var checking = Duration.seconds(60)
    var composing = Duration.seconds(60)
    // The best of many short alternating runs, because other tests share the caches.
    for _ in 0..<20 {
      checking = min(checking, try processorTime { _ = try ZipStructure(source) })
      composing = min(
        composing, try processorTime { for name in names { _ = try BundlePath(name) } })
    }
    #expect(try ZipStructure(source).entries.count == names.count)
    #expect(checking / composing < 12, "\(checking) against \(composing)")
  }
}
