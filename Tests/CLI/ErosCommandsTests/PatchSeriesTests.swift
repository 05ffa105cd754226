import ErosCore
import ErosFiles
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("The earlier bundles of a folder", .temporaryFolder)
struct PatchSeriesTests {
  @Test("the earlier bundles of a folder are its other zips in byte order, without subfolders")
  func bundles() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["b.zip", "a.ZIP", "new.zip", "notes.txt", "more/c.zip", "._b.zip"] {
      try folder.write(name, to: "releases/" + name)
    }
    let new = try ReadableFile(folder.path("releases/new.zip"))
    var skipped: [String: String] = [:]
    let bundles = try PatchSeries.bundles(in: folder.path("releases"), besides: new) {
      skipped[$0] = $1.description
    }
    #expect(bundles == ["a.ZIP", "b.zip"].map { folder.path("releases/" + $0) })
    #expect(skipped[folder.path("releases/new.zip")] == "the new bundle")
    #expect(skipped[folder.path("releases/notes.txt")] == "not a file with the suffix '.zip'")
    #expect(skipped[folder.path("releases/._b.zip")] == "written by macOS")
  }

  @Test("a folder with only the new bundle is an error")
  func none() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "releases/new.zip")
    let new = try ReadableFile(folder.path("releases/new.zip"))
    #expect(throws: CommandError.noBundles(folder: folder.path("releases"))) {
      try PatchSeries.bundles(in: folder.path("releases"), besides: new) { _, _ in }
    }
  }
}
