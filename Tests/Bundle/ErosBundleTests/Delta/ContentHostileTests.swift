import ErosBundleTestSupport
import ErosCore
import ErosTestSupport
import Testing

@testable import ErosBundle
@testable import ErosPack

@Suite("Hostile content deltas", .temporaryFolder)
struct ContentHostileTests {
  /// A delta that must be rejected.
  struct Case: Sendable, CustomTestStringConvertible {
    /// The error in the delta.
    let name: String
    let forge: DeltaForge

    init(_ name: String, _ change: (inout DeltaForge) -> Void) {
      self.name = name
      var forge = DeltaForge()
      change(&forge)
      self.forge = forge
    }

    /// A case that adds a file with an invalid path after `a` and `b`.
    init(path: String, sharing shared: UInt64 = 0) {
      self.init("a file named '\(path.escapedForDisplay)'") {
        $0.runs = [3, 1 << 2 | 2, 1 << 2 | 0, 1 << 2 | 3]
        $0.origins = [0, 0]
        $0.sizes = [UInt64(zigzag: 3), 0]
        $0.shared = [shared]
        $0.rests = [path]
        $0.change = { $0.fileCount = 3 }
      }
    }

    /// A case that adds a file before `a` and `b`.
    init(firstPath path: String) {
      self.init(path: path)
      var forge = self.forge
      forge.runs = [3, 1 << 2 | 3, 1 << 2 | 2, 1 << 2 | 0]
      forge.sizes = [0, UInt64(zigzag: 3)]
      self.init("a file named '\(path)' at the start") { $0 = forge }
    }

    init(header name: String, _ change: @escaping @Sendable (inout DeltaHeader) -> Void) {
      self.init(name) { $0.change = change }
    }

    /// A case with a zip recipe.
    init(_ name: String, recipe: [UInt8]) {
      self.init(name) {
        $0.afterScript = recipe
        $0.change = { $0.zip = .zero }
      }
    }

    var testDescription: String { name }
  }

  @Test("the unchanged forged delta is accepted")
  func valid() throws {
    #expect(try applying(DeltaForge().bytes(), to: DeltaForge.old) == DeltaForge.new)
    var forge = DeltaForge()
    forge.radius = 0
    #expect(try applying(forge.bytes(), to: DeltaForge.old) == DeltaForge.new)
    forge = Case("", recipe: [0, 1, 1, 1, 0x63, 0, 0, 0, 0, 0, 0]).forge
    #expect(try applying(forge.bytes(), to: DeltaForge.old) == DeltaForge.new)
  }

  static let scripts: [Case] = [
    Case("no runs") { $0.runs = [0] },
    Case("an empty run") { $0.runs = [3, 1 << 2 | 2, 0 << 2 | 1, 1 << 2 | 0] },
    Case("a split run") {
      $0.runs = [2, 1 << 2 | 2, 1 << 2 | 2]
      $0.origins = [0, 0]
      $0.sizes = [UInt64(zigzag: 3), 0]
      $0.counts = [500, 510]
    },
    Case("too many old files") { $0.runs = [2, 1 << 2 | 2, 2 << 2 | 0] },
    Case("too few old files") { $0.runs = [1, 1 << 2 | 2] },
    Case("2^62 files") { $0.runs = [2, 1 << 2 | 2, .max] },
    Case("2^64 - 1 runs") { $0.runs = [.max] },
    Case("an old file after the last") { $0.origins = [1 + UInt64(zigzag: 2)] },
    Case("an old file before the first") { $0.origins = [1 + UInt64(zigzag: -1)] },
    Case("an old file index of 2^63") { $0.origins = [.max] },
    Case("a negative size") { $0.sizes = [UInt64(zigzag: -1001)] },
    Case("a size that overflows") { $0.sizes = [UInt64(zigzag: .max)] },
    Case("an unknown reference kind") { $0.reference = 2 },
    Case("a radius over the limit") { $0.radius = 1 << 31 },
    Case("an undeclared dictionary") { $0.radius = 2 },
    Case("a gap longer than the files") { $0.gaps = [0, 2000] },
    Case("gaps with a sum longer than the files") { $0.gaps = [600, 600] },
    Case("a copy before the reference") { $0.shifts = [UInt64(zigzag: -1), 0] },
    Case("a copy after the reference") { $0.shifts = [0, UInt64(zigzag: 600)] },
    Case("a copy offset that overflows") { $0.shifts = [0, UInt64(zigzag: .max)] },
    Case("a copy offset that underflows") { $0.shifts = [0, .max] },
    Case("a copy that ends after the reference") { $0.counts = [500, 501] },
    Case("a copy of 2^64 - 1 bytes") { $0.counts = [500, .max] },
    Case("an empty copy") {
      $0.gaps = [0, 3, 0]
      $0.shifts = [0, UInt64(zigzag: -3), UInt64(zigzag: -1)]
      $0.counts = [500, 500, 0]
      $0.change = { $0.copyCount = 3 }
    },
    Case("two copies that are not merged") {
      $0.gaps = [0, 0, 3]
      $0.shifts = [0, 0, UInt64(zigzag: -3)]
      $0.counts = [200, 300, 500]
      $0.change = { $0.copyCount = 3 }
    },
    Case("less content than gaps") { $0.content = Array("NE".utf8) },
    Case("more content than gaps") { $0.content = Array("NEWS".utf8) },
    Case("different content") { $0.content = Array("OLD".utf8) },
    Case("a byte after the script") { $0.afterScript = [0] },
    Case("an empty script") { $0.script = [] },
    Case("a script that ends within a number") { $0.script = [0x80] },
    Case("a number with a superfluous byte") {
      let script = $0.scriptBytes()
      $0.script = [script[0] | 0x80, 0x00] + script[1...]
    },
    Case("a number over 64 bits") {
      $0.script = [UInt8](repeating: 0xFF, count: 9) + [0x02]
    },
    Case("a number without end") { $0.script = [UInt8](repeating: 0xFF, count: 100) },
  ]

  static let names: [Case] =
    [
      "/etc/passwd", "../b", "c/../d", "c//d", "c/", "c\\d", "C:x", "c\u{0}d", "c\u{1B}[2J", "",
      "e\u{301}", "md5.json", "B", "b/c", "a", "b", String(repeating: "c", count: 256),
      String(repeating: "c/", count: 64) + "c", "c;1",
    ].map { Case(path: $0) } + [
      Case(path: "x", sharing: 5), Case(path: "b", sharing: .max),
      Case("a path that shares less than possible") { $0 = Case(path: "bc").forge },
      Case("a file below a file") { $0 = Case(path: "/c", sharing: 1).forge },
      Case(path: "md5.json/x"),
      Case("a path that differs only in case") { $0 = Case(firstPath: "A").forge },
      Case("a path that differs from the manifest only in case") {
        $0 = Case(firstPath: "MD5.JSON").forge
      },
    ]

  static let headers: [Case] = [
    Case(header: "more files") { $0.fileCount = 3 },
    Case(header: "fewer files") { $0.fileCount = 1 },
    Case(header: "2^64 - 1 files") { $0.fileCount = .max },
    Case(header: "a larger size") { $0.totalSize += 1 },
    Case(header: "a smaller size") { $0.totalSize -= 1 },
    Case(header: "2^64 - 1 bytes") { $0.totalSize = .max },
    Case(header: "more copies") { $0.copyCount = 3 },
    Case(header: "fewer copies") { $0.copyCount = 1 },
    Case(header: "2^64 - 1 copies") { $0.copyCount = .max },
    Case(header: "a dictionary") { $0.dictionarySize = 1 },
    Case(header: "a dictionary of 2^64 - 1 bytes") { $0.dictionarySize = .max },
    Case(header: "a different result") { $0.after = $0.before },
    Case(header: "a zip without a recipe") {
      $0.zip = .zero
    },
    Case(header: "a script longer than the file") { $0.script.packedSize += 1 },
    Case(header: "a script of 2^64 - 1 bytes") { $0.script.packedSize = .max },
    Case(header: "content of 2^64 - 1 bytes") { $0.content.packedSize = .max },
    Case(header: "a stored script with two sizes") { $0.script.size += 1 },
    Case(header: "stored content with two sizes") { $0.content.size += 1 },
    Case(header: "content that is not LZMA") { $0.content.codec = .lzma },
    Case(header: "a script that is not LZMA") { $0.script.codec = .lzma },
  ]

  static let recipes: [Case] = [
    Case("an empty recipe", recipe: []),
    Case("an unknown level", recipe: [5, 1, 0, 0, 0, 0, 0, 0, 0]),
    Case("an unknown folder flag", recipe: [0, 2, 0, 0, 0, 0, 0, 0, 0]),
    Case("more folders than bytes", recipe: [0, 1, 99, 0, 0, 0, 0, 0, 0]),
    Case(
      "a folder outside the release", recipe: [0, 1, 1, 2] + Array("..".utf8) + [0, 0, 0, 0, 0, 0]),
    Case(
      "a folder with a file's path", recipe: [0, 1, 1, 1] + Array("b".utf8) + [0, 0, 0, 0, 0, 0]),
    Case("a folder below a file", recipe: [0, 1, 1, 3] + Array("b/c".utf8) + [0, 0, 0, 0, 0, 0]),
    Case("a duplicate folder", recipe: [0, 1, 2, 1, 0x63, 1, 0x63, 0, 0, 0, 0, 0, 0]),
    Case("an unknown manifest kind", recipe: [0, 1, 0, 2, 0, 0, 0, 0, 0]),
    Case("a truncated manifest", recipe: [0, 1, 0, 1, 5, 0x7B]),
    Case("a string that is not UTF-8", recipe: [0, 1, 0, 0, 1, 1, 0xFF, 0, 0, 0, 0]),
    Case("a byte after the recipe", recipe: [0, 1, 0, 0, 0, 0, 0, 0, 0, 0]),
  ]

  static let streams: [Case] = {
    func packed(_ name: String, _ content: [UInt8]) -> Case {
      Case(name) {
        $0.content = content
        $0.change = {
          $0.content.codec = .lzma
          $0.content.size = 3
        }
      }
    }
    func compressed(_ bytes: [UInt8]) -> [UInt8] {
      (try? LzmaEncoder.compress(bytes, dictionary: [])) ?? []
    }
    let valid = compressed(Array("NEW".utf8))
    return [
      packed(
        "20 MiB instead of the declared 3 bytes", compressed([UInt8](repeating: 0, count: 20 << 20))
      ),
      packed("fewer bytes than declared", compressed([1])),
      packed("two streams", valid + valid),
      packed("a byte after the stream", valid + [0]),
      packed("a truncated stream", Array(valid.dropLast())),
      packed("an empty stream", []),
      packed("a stream that does not start with a zero byte", [1] + valid.dropFirst()),
    ]
  }()

  @Test(
    "an invalid delta is rejected", .timeLimit(.minutes(10)),
    arguments: scripts + names + headers + recipes + streams)
  func rejected(hostile: Case) throws {
    let delta = try hostile.forge.bytes()
    let error = #expect(throws: DeltaError.self) { try applying(delta, to: DeltaForge.old) }
    switch error {
    case .malformed(_, let reason):
      // The tree hash detects every error at the end; most must be detected before.
      let isLate = "\(reason)".begins(with: "it produces release")
      #expect(!isLate || Self.isDetectedLate(hostile.name), "\(reason)")
    case .overLimit: break
    default: Issue.record("\(String(describing: error))")
    }
  }

  @Test("a compressed stream is accepted")
  func validStream() throws {
    var forge = DeltaForge()
    forge.content = try LzmaEncoder.compress(forge.content, dictionary: [])
    forge.change = {
      $0.content.codec = .lzma
      $0.content.size = 3
    }
    #expect(try applying(forge.bytes(), to: DeltaForge.old) == DeltaForge.new)
    let empty = try LzmaEncoder.compress([], dictionary: [])
    #expect(
      try applying(DeltaForge.withoutContent(.lzma, empty).bytes(), to: DeltaForge.old)
        == DeltaForge.newWithoutContent)
  }

  private static func isDetectedLate(_ name: String) -> Bool {
    ["different content", "a different result"].contains(name)
  }

  @Test("parent folders count towards the limit of files")
  func manyFolders() throws {
    let new: Files = ["a/b/c/d/e.js": [1], "f/g/h/i/j.js": [2]]
    let delta = try makeDelta(DeltaForge.old, new)
    #expect(try applying(delta, to: DeltaForge.old) == new)
    // Two files, eight folders and the manifest.
    #expect(
      try applying(delta, to: DeltaForge.old, limits: DeltaLimits(ZipLimits(entries: 11))) == new)
    let error = #expect(throws: DeltaError.self) {
      try applying(delta, to: DeltaForge.old, limits: DeltaLimits(ZipLimits(entries: 10)))
    }
    guard case .overLimit? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("an unknown codec is rejected")
  func unknownCodec() throws {
    var delta = try DeltaForge().bytes()
    // Follows magic, version, two digests, 2, 1013 in two bytes, 2, 0, 0.
    delta[8 + 1 + 64 + 6] = 3
    #expect(throws: DeltaError.malformed(patch: patchName, "unknown codec 3")) {
      try applying(delta, to: DeltaForge.old)
    }
  }

  /// Inputs found by `Tests/Slow/run fuzz`, without the checksums.
  @Test("a fuzzer input gives a release or an error", .timeLimit(.minutes(10)))
  func corpus() throws {
    let old = try MemoryTree(GoldenRelease.old)
    let repair = try DeltaRepair(for: old)
    let limits = DeltaLimits(ZipLimits(totalSize: 1 << 20))
    for (name, bytes) in try Corpus.inputs(of: "Bundle/ErosBundleTests/Delta/Corpus/delta") {
      do {
        let files = try applying(repair.repaired(bytes), to: GoldenRelease.old, limits: limits)
        #expect(files.values.map(\.count).reduce(0, +) <= 1 << 20, "\(name)")
        let declared = try ContentDelta(reading: ZipBytes(repair.repaired(bytes), path: name)).zip
        guard let declared else { continue }
        let rebuilt = try rebuild(repair.repaired(bytes), from: old, as: name)
        #expect(rebuilt.zip.manifest == declared.manifest, "\(name)")
      } catch is DeltaError {}
    }
  }

  @Test("random bytes in the script are rejected", arguments: 0..<300)
  func randomScripts(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var forge = DeltaForge()
    forge.script = (0..<random.pick(0...40)).map { _ in UInt8(random.pick(0...9)) }
    forge.change = { $0.script.size = $0.script.packedSize }
    let delta = try forge.bytes()
    #expect(throws: DeltaError.self) { try applying(delta, to: DeltaForge.old) }
  }
}

extension PublishedZip {
  /// An identity that no zip has.
  fileprivate static let zero = PublishedZip(
    sha256: SHA256Digest(bytes: .zero), size: 0, manifest: SHA256Digest(bytes: .zero))
}
