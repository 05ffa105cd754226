import ErosConfig
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import SystemPackage
import Testing

@Suite("Finding a project", .temporaryFolder)
struct ProjectTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder.ofTest() }

  /// Writes a configuration whose app is called `name`.
  private func write(_ path: String, name: String = "demo") throws {
    try folder.write(#"{ "appName": "\#(name)" }"#, to: path)
  }

  private func find(_ path: String? = nil, from start: String = ".") throws -> Project {
    try Project.find(path.map(folder.path), from: folder.path(start))
  }

  /// The path below the test's folder, with `..` kept.
  private func relative(_ path: String) -> String {
    path.replacing(folder.path("."), with: ".").replacing(folder.path + "/", with: "")
  }

  @Test("in the start folder, prefers eros.native.json to files in config")
  func preference() throws {
    for path in Project.configPaths.reversed() {
      try write(path, name: path)
      let project = try find()
      #expect(try project.config.appName == path)
      #expect(relative(project.configPath) == "./" + path)
      #expect(relative(project.folder) == ".")
      #expect(project.configPathInProject == path)
      #expect(relative(project.pagesFolder) == "./dist")
      #expect(relative(project.nativeFolder) == "./platforms")
    }
  }

  @Test("names the configurations that are not read")
  func others() throws {
    for path in Project.configPaths { try write(path) }
    #expect(
      try find().otherConfigPaths.map(relative) == [
        "./config/eros.native.json", "./config/eros.native.js",
      ])
    #expect(try find(".").otherConfigPaths.count == 2)
    #expect(try find("eros.native.json").otherConfigPaths == [])
  }

  @Test("passes over a folder 'config' that cannot be read")
  func unreadableFolder() throws {
    try folder.makeFolder("app")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("app/config"), withDestinationPath: "config")
    try folder.makeFolder("app/.git")
    #expect(throws: ProjectError.self) { try find(from: "app") }
    #expect(throws: ProjectError.self) { try find("app") }
    try write("app/eros.native.json")
    #expect(relative(try find("app").configPath) == "app/eros.native.json")
    // A configuration that exists, but cannot be read, is an error of its own.
    try folder.makeFolder("other/config")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("other/config/eros.native.js"), withDestinationPath: "eros.native.js")
    #expect(throws: FileError.self) { try find("other") }
  }

  @Test("searches the parent folders", arguments: Project.configPaths)
  func parents(config: String) throws {
    try write("app/" + config)
    try folder.makeFolder("app/dist/pages")
    let project = try find(from: "app/dist/pages")
    #expect(relative(project.configPath) == "app/dist/pages/../../" + config)
    #expect(relative(project.folder) == "app/dist/pages/../..")
    #expect(relative(project.path("a/b")) == "app/dist/pages/../../a/b")
  }

  @Test("searches the root of the repository, but not its parents", arguments: [true, false])
  func repository(isSubmodule: Bool) throws {
    try write("eros.native.json")
    try folder.makeFolder("app/dist")
    // A submodule and a linked working tree have a file instead of a folder.
    if isSubmodule {
      try folder.write("gitdir: ../.git/modules/app", to: "app/.git")
    } else {
      try folder.makeFolder("app/.git")
    }
    let error = #expect(throws: ProjectError.self) { try find(from: "app/dist") }
    #expect(
      error == .notFound(from: folder.path("app/dist"), to: folder.path("app/dist/..")))
    try write("app/eros.native.json", name: "inner")
    #expect(try find(from: "app/dist").config.appName == "inner")
  }

  @Test("the error names the searched files and folders, and the remedy")
  func notFound() throws {
    try folder.makeFolder("app/.git")
    let error = #expect(throws: ProjectError.self) { try find(from: "app") }
    #expect(
      error?.problem == """
        no configuration found: looked for 'eros.native.json', 'config/eros.native.json' and \
        'config/eros.native.js' in '\(folder.path("app"))'
        """)
    #expect(error?.exitStatus == .inputNotFound)
    #expect(error?.remedy?.contains("`eros init DIR`") == true)
    #expect(
      ProjectError.notFound(from: ".", to: "../..").problem.hasSuffix(
        " in the current folder and its parents up to '../..'"))
  }

  @Test("a path names a configuration or its folder, and its parents are not searched")
  func named() throws {
    try write("app/config/eros.native.json")
    try write("app/other/demo.json", name: "other")
    #expect(try relative(find("app").configPath) == "app/config/eros.native.json")
    #expect(try relative(find("app").folder) == "app")
    #expect(try relative(find("app/config").folder) == "app")
    #expect(try relative(find("app/config/eros.native.json").folder) == "app")
    let other = try find("app/other/demo.json")
    #expect(try other.config.appName == "other")
    #expect(relative(other.folder) == "app/other")
    #expect(other.configPathInProject == "demo.json")
    try folder.makeFolder("app/empty")
    #expect(
      throws: ProjectError.notFound(from: folder.path("app/empty"), to: folder.path("app/empty"))
    ) {
      try find("app/empty")
    }
    #expect(throws: FileError(.read, folder.path("missing"), .noSuchFileOrDirectory)) {
      try find("missing")
    }
  }

  @Test("in the folder config, the project's folder is the parent")
  func inConfig() throws {
    try write("app/config/eros.native.json")
    let project = try find(from: "app/config/.")
    #expect(relative(project.configPath) == "app/config/./eros.native.json")
    #expect(relative(project.folder) == "app/config/./..")
  }

  @Test("follows a symlinked folder to its real parents")
  func symlink() throws {
    try write("app/eros.native.json")
    try write("eros.native.json", name: "outer")
    try folder.makeFolder("app/dist")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: "app/dist")
    #expect(try find(from: "link").config.appName == "demo")
  }

  @Test("skips a folder named eros.native.json")
  func folderWithName() throws {
    try folder.makeFolder("app/eros.native.json")
    try write("eros.native.json", name: "outer")
    #expect(try find(from: "app").config.appName == "outer")
    try write("app/config/eros.native.js", name: "inner")
    #expect(try find(from: "app").config.appName == "inner")
  }

  @Test("an unreadable configuration is an error, not skipped", .needsFilePermissions)
  func unreadable() throws {
    try write("eros.native.json", name: "outer")
    try write("app/eros.native.json")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: folder.path("app/eros.native.json"))
    let error = #expect(throws: FileError.self) { try find(from: "app") }
    #expect(error?.reason == .permissionDenied)
    #expect(error?.path == folder.path("app/eros.native.json"))
  }

  @Test("a pipe named eros.native.json is an error, and reading it does not block")
  func pipe() throws {
    try #require(mkfifo(folder.path("eros.native.json"), 0o600) == 0)
    let error = #expect(throws: FileError.self) { try find() }
    #expect(error?.path == folder.path("./eros.native.json"))
  }

  @Test("a malformed configuration is found, and reading its values fails")
  func malformed() throws {
    try folder.write("{", to: "eros.native.json")
    let project = try find()
    #expect(project.configBytes == Array("{".utf8))
    #expect(throws: JSONError.self) { try project.config }
  }

  @Test(
    "the base URL of zips is also read from the second file of the old tool",
    arguments: [
      (nil, nil, nil),
      (nil, "module.exports = { diff: { proxy: 'https://a.example/z/' } }", "https://a.example/z/"),
      (
        "https://b.example/", "module.exports = { diff: { proxy: 'https://a.example/z/' } }",
        "https://b.example/"
      ),
      (nil, "module.exports = { diff: { proxy: '' } }", nil), (nil, "module.exports = {}", nil),
      (nil, "const path = require('path'); module.exports = path", nil),
      ("https://b.example/", "const path = require('path')", "https://b.example/"),
    ] as [(String?, String?, String?)])
  func jsPath(own: String?, old: String?, expected: String?) throws {
    let diff = own.map { #", "diff": { "proxy": "\#($0)" }"# } ?? ""
    try folder.write(#"{ "appName": "demo"\#(diff) }"#, to: "config/eros.native.js")
    if let old { try folder.write(old, to: "config/eros.dev.js") }
    let project = try find()
    #expect(try project.config.jsPath == expected)
    #expect((project.developmentConfig == nil) == (old == nil || own != nil))
    let isUnreadable = old?.hasPrefix("const") == true && own == nil
    #expect((try? project.developmentConfig?.get()) == nil || !isUnreadable)
  }
}
