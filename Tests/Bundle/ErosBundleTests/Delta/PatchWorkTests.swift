import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosLegacyPatch
import ErosTestSupport
import Foundation
import Synchronization
import Testing

@testable import ErosBundle
@testable import ErosPack

/// Patches that take much longer than their size requires if their steps and copies have no limit;
/// `Tests/Slow/run patch-work` searches for more.
@Suite("The work of applying patches", .temporaryFolder)
struct PatchWorkTests {
  /// A file in memory that counts how often and how much is read.
  private final class CountedSource: ZipSource {
    struct Count {
      var reads = 0
      var bytes = 0
    }

    let path = "old.zip"
    private let bytes: [UInt8]
    private let counted = Mutex(Count())

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var size: UInt64 { UInt64(bytes.count) }
    var count: Count { counted.withLock { $0 } }

    func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
      let bytes = Array(bytes[min(Int(offset), bytes.count)...].prefix(count))
      counted.withLock {
        $0.reads += 1
        $0.bytes += bytes.count
      }
      return bytes
    }
  }

  // MARK: - BSDIFF40

  private static let blockSize = 64 * 1024

  /// A patch with `count` steps that each copy nine bytes, from each of `targets` in turn.
  private static func farSteps(_ count: Int, targets: [Int]) -> ForgedPatch {
    var patch = ForgedPatch(differences: [UInt8](repeating: 0, count: 9 * count))
    var position = 0
    for index in 0..<count {
      let target = targets[index % targets.count]
      patch.steps.append((9, 0, Int64(target - position - 9)))
      position = target
    }
    patch.newSize = Int64(9 * count)
    return patch
  }

  private static func apply(_ patch: ForgedPatch, to old: CountedSource) throws -> [UInt8] {
    var new: [UInt8] = []
    try BSDiffDecoder(sizeLimit: 1 << 30)
      .decode(patch: ZipBytes(patch.bytes(), path: "p"), old: old) { new += $0 }
    return new
  }

  @Test("short steps in any order read each block of the old file once")
  func farSteps() throws {
    var random = SeededGenerator(seed: 60)
    let bytes = random.noise(1 << 20)
    let targets = (0..<997).map { _ in random.pick(0...bytes.count - 9) }
    let old = CountedSource(bytes)
    let new = try Self.apply(Self.farSteps(20_000, targets: targets), to: old)
    let positions = [0] + (0..<19_999).map { targets[$0 % targets.count] }
    #expect(new == positions.flatMap { bytes[$0..<($0 + 9)] })
    #expect(old.count.reads <= bytes.count / Self.blockSize)
    #expect(old.count.bytes <= bytes.count)
  }

  @Test("steps between blocks that displace each other read at most the old and twice the new file")
  func displacedBlocks() throws {
    var random = SeededGenerator(seed: 61)
    let bytes = random.noise(9 << 20)
    let old = CountedSource(bytes)
    let new = try Self.apply(Self.farSteps(20_000, targets: [8 << 20, 0]), to: old)
    #expect(new.count == 180_000)
    #expect(new.suffix(9).elementsEqual(bytes[(8 << 20)..<((8 << 20) + 9)]))
    #expect(old.count.bytes <= bytes.count + 2 * new.count)
  }

  /// Patches whose steps are all equal, with the size of the new file.
  private static let equalSteps: [((Int64, Int64, Int64), newSize: Int64)] = [
    ((0, 0, 0), 1000), ((0, 1, 0), 10_000), ((7, 0, 0), 70_000), ((4, 3, -4), 70_000),
  ]

  @Test("a patch with more steps than encoders need exceeds a fixed limit", arguments: equalSteps)
  func steps(step: (Int64, Int64, Int64), newSize: Int64) throws {
    let count = 10_000
    var patch = ForgedPatch(steps: [(Int64, Int64, Int64)](repeating: step, count: count))
    patch.differences = [UInt8](repeating: 0, count: count * Int(step.0))
    patch.extra = [UInt8](repeating: 0, count: count * Int(step.1))
    patch.newSize = newSize
    let old = CountedSource([UInt8](repeating: 1, count: 70_000))
    let error = #expect(throws: DeltaError.self) { try Self.apply(patch, to: old) }
    let reason =
      "it needs more work than its size allows: more steps than \(newSize / 8 + 64), the maximum "
      + "for \(newSize) new bytes and a patch of \(try patch.bytes().count) bytes"
    #expect(error == .overLimit(patch: "p", "\(reason)", option: nil))
    #expect(error?.exitStatus == .badData)
  }

  @Test(
    "a large new file permits a step for eight bytes only if the patch is large as well",
    arguments: [
      (0, 0, 64), (32 << 20, 100, 4 << 20 + 64), (64 << 20, 100, 4 << 20 + 2 << 20 + 25),
      (64 << 20, 16 << 20, 8 << 20 + 64), (512 << 20, 100, 4 << 20 + 16 << 20 + 25),
    ] as [(UInt64, UInt64, UInt64)])
  func maximumSteps(newSize: UInt64, patchSize: UInt64, limit: UInt64) {
    #expect(BSDiffFormat.maximumSteps(newSize: newSize, patchSize: patchSize) == limit)
  }

  @Test("the encoder can use fewer steps than readers always allow", arguments: [9, 16, 40])
  func coarseSteps(size: Int) {
    var random = SeededGenerator(seed: 62)
    let (old, new) = BSDiffPairs.permuted(random.noise(72_000), blocks: size) { $0.reversed() }
    let fine = BSDiffScanner(old: old, new: new, finder: BSDiffSeedFinder(old)).steps()
    let coarse = BSDiffScanner(
      old: old, new: new, finder: BSDiffSeedFinder(old),
      matchAdvantage: BSDiffFormat.coarseMatchAdvantage
    ).steps()
    #expect(coarse.count <= new.count / 32 + 1)
    #expect(coarse.count <= fine.count)
    #expect(coarse.reduce(0) { $0 + $1.addCount + $1.copyCount } == new.count)
  }

  @Test("progress is reported while steps produce nothing")
  func progress() throws {
    var patch = ForgedPatch(steps: [(Int64, Int64, Int64)](repeating: (0, 0, 0), count: 10_000))
    patch.steps.append((0, 90_000, 0))
    patch.extra = [UInt8](repeating: 0, count: 90_000)
    patch.newSize = 90_000
    var reported: [UInt64] = []
    var first: Int?
    try BSDiffDecoder(sizeLimit: 1 << 20).decode(
      patch: ZipBytes(patch.bytes(), path: "p"), old: ZipBytes([], path: "old")
    ) { done, total in
      #expect(total == 90_000)
      reported.append(done)
    } write: { _ in
      if first == nil { first = reported.count }
    }
    #expect(try #require(first) > 1)
    #expect(reported == reported.sorted())
    #expect(reported.last == 90_000)
  }

  // MARK: - Content deltas

  /// A delta whose new file `a` has `size` bytes in `count` copies of equal length.
  private static func manyCopies(_ count: Int, of size: Int) -> DeltaForge {
    var forge = DeltaForge()
    forge.sizes = [UInt64(zigzag: size - 1000)]
    forge.gaps = [UInt64](repeating: 0, count: count)
    forge.counts = [UInt64](repeating: UInt64(size / count), count: count)
    // All copies are from the start of the old file.
    forge.shifts = [0] + [UInt64](repeating: UInt64(zigzag: -size / count), count: count - 1)
    forge.content = []
    forge.change = {
      $0.copyCount = UInt64(count)
      $0.totalSize = UInt64(size + 10)
      $0.content.size = 0
    }
    return forge
  }

  private static func overLimit(_ forge: DeltaForge) throws -> String? {
    let bytes = try forge.bytes()
    let error = #expect(throws: DeltaError.self) { try applying(bytes, to: DeltaForge.old) }
    if case .overLimit(patchName, let reason, option: nil) = error { return "\(reason)" }
    return nil
  }

  @Test("many short copies exceed a fixed limit")
  func copies() throws {
    #expect(
      try Self.overLimit(Self.manyCopies(10_000, of: 10_000))
        == "it needs more work than its size allows: 10000 copies; "
        + "the maximum for 10010 bytes of built files is 142")
    // One copy more than the limit, and the limit.
    #expect(try Self.overLimit(Self.manyCopies(165, of: 165 * 77)) != nil)
    #expect(try Self.overLimit(Self.manyCopies(163, of: 163 * 78)) == nil)
  }

  @Test("files that are not built do not permit more copies")
  func builtFiles() throws {
    var forge = Self.manyCopies(66, of: 66)
    // The file `b` is removed, and a copy of `a` is added.
    forge.runs = [3, 1 << 2 | 2, 1 << 2 | 1, 1 << 2 | 3]
    forge.origins = [0, 1]
    forge.shared = [0]
    forge.rests = ["c"]
    forge.change = {
      $0.copyCount = 66
      $0.totalSize = 1066
      $0.content.size = 0
    }
    #expect(
      try Self.overLimit(forge)
        == "it needs more work than its size allows: 66 copies; "
        + "the maximum for 66 bytes of built files is 64")
  }

  @Test("a script that is longer than its files and copies need exceeds a fixed limit")
  func script() throws {
    let limit: UInt64 = 1 << 20 + 2 * 2048 + 2 * 30
    var forge = DeltaForge()
    forge.change = {
      $0.script.codec = .lzma
      $0.script.size = limit + 1
    }
    #expect(
      try Self.overLimit(forge) == "\(limit + 1) bytes of script; the limit is \(limit)")
  }

  @Test("copies from dozens of files in turn do not open the files again")
  func openFiles() throws {
    let folder = try TemporaryFolder.ofTest()
    var files: Files = [:]
    for index in 0..<32 { files["c/\(index)"] = [UInt8](repeating: UInt8(index), count: 100) }
    try folder.write(files, below: "release")
    let tree = try FolderTree(folder.path("release"), threads: 1)
    for index in tree.files.indices { _ = try tree.read(index, at: 0, count: 1) }
    // An open file remains readable after its removal.
    try FileManager.default.removeItem(atPath: folder.path("release"))
    for index in tree.files.indices {
      let file = files[tree.files[index].path.string]
      #expect(try tree.read(index, at: 50, count: 1) == file.map { Array($0[50...50]) })
    }
  }
}
