import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Testing

@Suite("An opened bundle")
struct OpenedBundleTests {
  /// A zip that counts how often it is read.
  private struct CountedZip: ZipSource {
    let zip: ZipBytes
    let count = Lock(0)

    var path: String { zip.path }
    var size: UInt64 { zip.size }

    func read(at offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
      self.count.withLock { $0 += 1 }
      return try zip.read(at: offset, count: count)
    }
  }

  private static func open(_ bytes: [UInt8]) -> OpenedBundle<CountedZip> {
    OpenedBundle(
      CountedZip(zip: ZipBytes(bytes, path: "bundle.zip")), by: BundleVerifier(threads: 1))
  }

  @Test("reads its structure and its verification once, when they are needed")
  func once() throws {
    let bundle = Self.open(try ZipForge.bundle(files: ["a.js": Array("1".utf8)]).bytes())
    let count = bundle.zip.count
    #expect(count.withLock { $0 } == 0)
    let entries = try bundle.safeStructure().entries.count
    let tree = try #require(try bundle.report().treeHash)
    let reads = count.withLock { $0 }
    #expect(reads > 0)
    #expect(try bundle.structure().entries.count == entries)
    #expect(try bundle.report().treeHash == tree)
    #expect(count.withLock { $0 } == reads)
  }

  @Test("has no safe structure if its zip is damaged")
  func damaged() {
    let error = #expect(throws: UnsafeBundleError.self) {
      try Self.open(Array("no zip".utf8)).safeStructure()
    }
    #expect(error?.bundle == "bundle.zip")
  }
}
