import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommandSupport

@Suite("Output paths", .temporaryFolder)
struct OutputPathTests {
  @Test(
    "are neither empty nor '-'", arguments: [("", false), ("-", false), ("./-", true), ("a", true)])
  func argument(text: String, isValid: Bool) {
    #expect((OutputPath(argument: text) != nil) == isValid)
  }

  @Test(
    "are refused if they replace an input, also by another path",
    arguments: ["a", "b/../a", "link"])
  func input(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "a")
    try folder.makeFolder("b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a")
    let input = try ReadableFile(folder.path("a"))
    let output = try #require(OutputPath(argument: folder.path(path)))
    let error = #expect(throws: CommandError.self) { try output.check(isNotIn: [input]) }
    #expect(error?.exitStatus == .cannotCreate)
    try #require(OutputPath(argument: folder.path("new"))).check(isNotIn: [input])
  }

  @Test(
    "are refused inside the source, however they are written",
    arguments: [
      "dist", "dist/out", "none/../dist/out", "link/out", "none/../link/out", "dist/\u{301}out",
    ])
  func inside(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("dist")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "dist")
    let error = #expect(throws: CommandError.self) {
      try OutputPath.check(folder.path(path), isOutside: folder.path("dist"))
    }
    #expect(error?.exitStatus == .cannotCreate)
  }

  @Test(
    "are accepted outside the source", arguments: [".", "out", "dist2", "dist/../out", "none/out"])
  func outside(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("dist")
    try OutputPath.check(folder.path(path), isOutside: folder.path("dist"))
  }
}
