import ErosCore
import ErosFiles
import ErosTestSupport
import Testing

@testable import ErosCommands

@Suite("The bundle on the command line", .temporaryFolder)
struct BundleArgumentTests {
  @Test("a manifest is named as such, with the command that compares it")
  func manifest() throws {
    let folder = try TemporaryFolder.ofTest()
    let manifest =
      #"{"filesMd5": [], "jsVersion": "0123456789abcdef0123456789abcdef", "appName": "a", "#
      + #""android": "1.0.0", "iOS": "1.0.0", "timestamp": 1700000000000, "jsPath": "https://a.example/"}"#
    for name in ["bundle.config", "md5.json", "other"] {
      let path = folder.path(name)
      try folder.write(manifest, to: name)
      let error = #expect(throws: CommandError.self) {
        try BundleArgument.open(path, limit: 1 << 20)
      }
      #expect(error == .isManifest(path) && error?.exitStatus == .badData)
      #expect(error?.remedy?.contains("--manifest") == true)
    }
    // Other files are opened, and verification reports their structure.
    for text in ["{}", "{", "", "[1]", #"{"appName": "a"}"#] {
      try folder.write(text, to: "a.zip")
      _ = try BundleArgument.open(folder.path("a.zip"), limit: 1 << 20)
    }
  }
}
