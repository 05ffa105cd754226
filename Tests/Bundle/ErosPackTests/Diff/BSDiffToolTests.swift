import ErosBundle
import ErosBundleTestSupport
import ErosPack
import ErosTestSupport
import Testing

@Suite(
  "BSDIFF40 compatibility with Debian's tools",
  .needs("bsdiff", "bspatch", "bzip2"))
struct BSDiffToolTests {
  @Test(
    "bspatch applies our patches", .temporaryFolder, arguments: BSDiffPairs.all.keys.sorted(),
    BSDiffEncoder.Level.allCases)
  func ours(name: String, level: BSDiffEncoder.Level) async throws {
    let pair = try #require(BSDiffPairs.all[name])
    let (old, new) = pair()
    try await applyWithTool(
      old, new, try BSDiffEncoder(level: level, threads: 2).encode(old: old, new: new))
  }

  @Test("bspatch reads joined bzip2 blocks", .temporaryFolder)
  func joined() async throws {
    var generator = SeededGenerator(seed: 31)
    let old = generator.noise(1_000_000)
    let new =
      old.map { $0 &+ ($0 % 7) } + generator.noise(1_900_000)
      + [UInt8](repeating: 0, count: 5_000_000)
    try await applyWithTool(old, new, try BSDiffEncoder(threads: 2).encode(old: old, new: new))
  }

  @Test("joined blocks equal the output of bzip2", .temporaryFolder, arguments: [0, 2, 4, 5, 9])
  func bzip2(distance: Int) async throws {
    let folder = try TemporaryFolder.ofTest()
    var generator = SeededGenerator(seed: 32)
    let run = [UInt8](repeating: 7, count: 300)
    let new = generator.noise(899_981 - distance) + run + generator.noise(100) + run
    try folder.write(new, to: "new")
    let result = try await runTool("bzip2", ["-9", folder.path("new")])
    try #require(result.status == 0, "\(result)")
    let patch = try BSDiffEncoder(threads: 2).encode(old: [], new: new)
    #expect(patch.suffix(try folder.read("new.bz2").count) == (try folder.read("new.bz2"))[...])
  }

  /// Empty files are omitted: `bsdiff` rejects them.
  @Test(
    "a patch of bsdiff can be applied", .temporaryFolder,
    arguments: BSDiffPairs.all.keys.sorted().filter {
      !["both empty", "empty old file", "empty new file"].contains($0)
    })
  func theirs(name: String) async throws {
    let folder = try TemporaryFolder.ofTest()
    let pair = try #require(BSDiffPairs.all[name])
    // bsdiff takes minutes for huge runs.
    let old = Array(pair().old.prefix(100_000))
    let new = Array(pair().new.prefix(100_000))
    try folder.write(old, to: "old")
    try folder.write(new, to: "new")
    let result = try await runTool("bsdiff", ["old", "new", "patch"].map(folder.path))
    try #require(result.status == 0, "\(result)")
    #expect(try apply(try folder.read("patch"), to: old) == new)
  }

  @Test("patches of the best level are as small as those of bsdiff", .temporaryFolder)
  func size() async throws {
    let folder = try TemporaryFolder.ofTest()
    var generator = SeededGenerator(seed: 40)
    let (old, new) = BSDiffPairs.edited(generator.text(400_000), seed: 41)
    try folder.write(old, to: "old")
    try folder.write(new, to: "new")
    let result = try await runTool("bsdiff", ["old", "new", "patch"].map(folder.path))
    try #require(result.status == 0, "\(result)")
    let theirs = try folder.read("patch").count
    let ours = try BSDiffEncoder(level: .best, threads: 2).encode(old: old, new: new).count
    #expect(ours <= theirs + theirs / 1000 + 16)
  }

  private func applyWithTool(_ old: [UInt8], _ new: [UInt8], _ patch: [UInt8]) async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(old, to: "old")
    try folder.write(patch, to: "patch")
    let result = try await runTool("bspatch", ["old", "out", "patch"].map(folder.path))
    try #require(result.status == 0, "\(result)")
    #expect(try folder.read("out") == new)
  }
}
