import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("Completions of stores", .temporaryFolder)
struct StoreNamesTests {
  @Test("a shell completes channels and releases of a folder, and the channel of the configuration")
  func folder() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["demo/beta/2", "demo/beta/10", "demo/beta/x", "demo/production/1", "demo/-bad/1"] {
      try folder.write("{}", to: "store/targets/\(name)/history.json")
    }
    try folder.write(
      #"{"appName": "demo", "release": {"channel": "demo/production"}}"#, to: "eros.native.json")
    let words = [
      "eros", "release", "show", "--config", folder.path("eros.native.json"), "--store",
      folder.path("store"),
    ]
    #expect(StoreNames(words).channels == ["demo/production", "demo/beta"])
    #expect(StoreNames(words).releaseNumbers == ["1"])
    #expect(StoreNames(words + ["--channel", "demo/beta"]).releaseNumbers == ["10", "2"])
    #expect(StoreNames(["eros", "--store", "https://example.com/x"]).channels.isEmpty)
  }
}
