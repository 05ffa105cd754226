import ErosCore
import ErosFiles
import ErosPack
import ErosTestSupport
import Testing

@testable import ErosBundle

@Suite("Zips without compression, written without libzip", .temporaryFolder)
struct StoredZipWriterTests {
  /// Writes the files, sorted by path, and a manifest.
  private func write(_ source: BundleSource, _ manifest: [UInt8], to path: String) throws {
    let zip = try StagedFile(path)
    var writer = StoredZipWriter(zip)
    for folder in source.folders { try writer.addFolder(folder) }
    for file in source.files {
      let digest = try writer.addFile(
        file.path, ReadableFile(source.root + "/" + file.path.string))
      #expect(digest.size == file.size)
    }
    try writer.addFile(BundlePath(BundleManifest.entryName), manifest)
    try writer.finish()
    try StagedFile.commit([zip])
  }

  @Test("are the zips of the packer, byte for byte")
  func sameBytes() throws {
    let folder = try TemporaryFolder.ofTest()
    // Larger than a part, not ASCII, and empty.
    try folder.write([UInt8](repeating: 7, count: 5 << 20), to: "source/pages/large.bin")
    try folder.write("über\n", to: "source/pages/übersicht.txt")
    try folder.write("", to: "source/assets/empty.txt")
    try folder.makeFolder("source/pages/图")
    let source = try BundleSource(folder.path("source"))
    let packed = try StagedFile(folder.path("packed.zip"))
    let settings = BundlePacker.Settings(
      appName: "demo", android: "1.0.0", iOS: nil, jsPath: nil, timestamp: 1_700_000_000_000,
      level: .store, framework: .none)
    let bundle = try BundlePacker(settings, threads: 2).pack(source, into: packed)
    try StagedFile.commit([packed])
    try write(source, bundle.manifestBytes, to: folder.path("written.zip"))
    #expect(try folder.read("written.zip") == folder.read("packed.zip"))
    let report = try BundleVerifier(threads: 2).verify(ReadableFile(folder.path("written.zip")))
    #expect(report.verdict == .verified && report.findings.isEmpty)
  }

  @Test("have ZIP64 records if they have more than 65,534 entries")
  func manyEntries() throws {
    let folder = try TemporaryFolder.ofTest()
    let zip = try StagedFile(folder.path("many.zip"))
    var writer = StoredZipWriter(zip)
    for index in 0..<65_535 { try writer.addFolder(BundlePath("f\(index)")) }
    try writer.finish()
    try StagedFile.commit([zip])
    let limits = ZipLimits(entries: 70_000)
    let structure = try ZipStructure(ReadableFile(folder.path("many.zip")), limits: limits)
    #expect(structure.entries.count == 65_535)
    #expect(structure.findings.isEmpty)
  }
}
