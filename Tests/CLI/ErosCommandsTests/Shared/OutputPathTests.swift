import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

@testable import ErosCommands

@Suite("Output paths", .temporaryFolder)
struct OutputPathTests {
  @Test(
    "are neither empty nor '-'", arguments: [("", false), ("-", false), ("./-", true), ("a", true)])
  func argument(text: String, isValid: Bool) {
    #expect((OutputPath(argument: text) != nil) == isValid)
  }

  @Test(
    "are refused if they replace an input, also by another path",
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

  @Test("are refused if they replace a file in a folder of inputs, by its suffix")
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
