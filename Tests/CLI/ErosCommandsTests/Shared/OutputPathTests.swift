import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("Output paths", .temporaryFolder)
struct OutputPathTests {
  @Test(
    "an output path is neither empty nor '-'",
    arguments: [("", false), ("-", false), ("./-", true), ("a", true)])
  func argument(text: String, isValid: Bool) {
    #expect((OutputPath(argument: text) != nil) == isValid)
  }

  @Test(
    "an output path that replaces an input is refused, also by another path",
    arguments: ["a", "b/../a", "link", "hard"])
  func input(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "a")
    try folder.makeFolder("b")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "a")
    try FileManager.default.linkItem(atPath: folder.path("a"), toPath: folder.path("hard"))
    let outputs = [folder.path("new"), folder.path(path)]
    let error = #expect(throws: CommandError.self) {
      try OutputPath.check(outputs, areNot: [nil, folder.path("none"), folder.path("a")])
    }
    #expect(error == .outputIsInput(output: folder.path(path)))
    #expect(error?.exitStatus == .cannotCreate)
    try folder.write("", to: "c")
    try OutputPath.check(outputs, areNot: [folder.path("c")])
    try OutputPath.check([folder.path("new")], areNot: [folder.path("new"), folder.path("a")])
  }

  @Test("an output path that replaces a file in a folder of inputs is refused, by its suffix")
  func folder() throws {
    let folder = try TemporaryFolder.ofTest()
    for name in ["in/a/1.zip", "in/report.html"] { try folder.write("", to: name) }
    func check(_ name: String) throws {
      try OutputPath.check(
        [folder.path(name)],
        areNot: OutputPath.files(in: folder.path("in"), suffixes: [".zip"]))
    }
    #expect(throws: CommandError.self) { try check("in/a/1.zip") }
    try check("in/report.html")
    #expect(try OutputPath.files(in: nil).isEmpty && OutputPath.files(in: "none").isEmpty)
  }

  @Test(
    "an output path inside the source is refused, however it is written",
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
    "an output path outside the source is accepted",
    arguments: [".", "out", "dist2", "dist/../out", "none/out"])
  func outside(path: String) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.makeFolder("dist")
    try OutputPath.check(folder.path(path), isOutside: folder.path("dist"))
  }
}
