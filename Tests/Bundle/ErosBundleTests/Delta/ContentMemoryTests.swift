#if os(Linux)
@testable import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosFiles
import ErosTestSupport
import Testing

@testable import ErosPack

/// The format bounds the memory of a device; see `docs/delta-format.md`.
@Suite("The memory of applying content deltas", .temporaryFolder)
struct ContentMemoryTests {
  /// A sink that keeps nothing.
  private struct NoSink: FileSink, FileSinkWriter {
    func makeFile(_ path: BundlePath) -> any FileSinkWriter { self }
    func write(_ bytes: [UInt8]) {}
    func close() {}
  }

  /// A delta for a release with the file `a`, all of which is the dictionary.
  private static func delta(from old: [UInt8], appending content: [UInt8]) throws -> [UInt8] {
    let new = Array(old[..<1000]) + content
    var forge = DeltaForge()
    forge.runs = [1, 1 << 2 | 2]
    forge.sizes = [UInt64(zigzag: new.count - old.count)]
    forge.radius = UInt64(1 + old.count)
    (forge.gaps, forge.shifts, forge.counts) = ([0], [0], [1000])
    // Decoded with a dictionary, a stream that does not use it gives the same bytes.
    forge.content = try LzmaEncoder.compress(content, dictionary: [])
    let before = try MemoryTree(["a": old]).treeHash()
    let after = try MemoryTree(["a": new]).treeHash()
    forge.change = {
      ($0.before, $0.after) = (before, after)
      ($0.fileCount, $0.totalSize, $0.copyCount) = (1, UInt64(new.count), 1)
      $0.dictionarySize = UInt64(old.count)
      $0.content.codec = .lzma
      $0.content.size = UInt64(content.count)
    }
    return try forge.bytes()
  }

  @Test(
    "applying takes at most the window, the dictionary and 4 MiB", .timeLimit(.minutes(10)),
    arguments: [(16, 17), (14, 2), (1, 20)])
  func bound(dictionary: Int, content: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    let old = [UInt8](repeating: 1, count: dictionary << 20)
    try folder.write(["a": old], below: "old")
    let delta = try Self.delta(from: old, appending: [UInt8](repeating: 2, count: content << 20))
    try folder.write(delta, to: "delta")
    let window = StreamCodec.window(size: content << 20, dictionary: old.count)
    let bound = old.count + window + 4 << 20
    await #expect(processExitsWith: .success) {
      [path = folder.path as String, bound = bound as Int] in
      let tree = try FolderTree(path + "/old", threads: 2)
      let delta = try ContentDelta(reading: ReadableFile(path + "/delta"))
      let before = try peakMemory()
      try delta.apply(to: tree, into: NoSink(), threads: 2)
      let used = try peakMemory() - before
      #expect(used <= bound, "\(used) bytes of \(bound)")
      #expect(used > bound / 2, "the memory is not measured: \(used) bytes of \(bound)")
    }
  }
}
#endif
