import ErosTestSupport
import Foundation
import Testing

/// `ARCHITECTURE.md` and the imports against `Package.swift`.
@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
  static let root = Tool.packageRoot

  @Test("has a row for each module, and no other", .temporaryFolder, .needs("swift"))
  func rows() async throws {
    let page = try Self.page()
    let section = try #require(page.components(separatedBy: "## The modules").last)
    let table = try #require(section.components(separatedBy: "\n\n").dropFirst().first)
    let named = table.matches(of: /(?m)^\| ([^|]+) \|/).flatMap { row in
      row.1.matches(of: /`([\w-]+)`/).map { String($0.1) }
    }
    let modules = try await Self.manifest().modules.map(\.name)
    // Modules in C belong to the row of the module that calls them.
    let expected = modules.filter { $0.firstMatch(of: /^C[A-Z]/) == nil }
    #expect(named.count > 25)
    #expect(Set(named) == Set(expected))
    #expect(named.count == Set(named).count)
  }

  @Test("draws each module above what it uses", .temporaryFolder, .needs("swift"))
  func layers() async throws {
    let layers = try Self.layers()
    let modules = try await Self.manifest().modules
    #expect(modules.count > 25)
    for module in modules where module.name.firstMatch(of: /^C[A-Z]/) == nil {
      let layer = try #require(layers[module.name], "\(module.name) is not in the picture")
      for other in module.dependencies.map(\.name) {
        guard let below = layers[other] else { continue }
        #expect(below > layer, "\(module.name) uses \(other), which is drawn above it")
      }
    }
  }

  /// Without this, a module could import one that another target happens to build first.
  @Test("each module imports only what it uses", .temporaryFolder, .needs("swift"))
  func imports() async throws {
    let manifest = try await Self.manifest()
    let layers = try Self.layers()
    var count = 0
    for module in manifest.modules {
      let path = try #require(module.path)
      let used = manifest.closure(of: module.name)
      for file in try Self.swiftFiles(below: path) {
        for name in try Self.imports(of: file) where layers[name] != nil {
          count += 1
          #expect(used.contains(name) && name != module.name, "\(file.path) imports \(name)")
        }
      }
    }
    #expect(count > 1000)
  }

  @Test("names only paths that exist", arguments: ["ARCHITECTURE.md", "CONTRIBUTING.md"])
  func paths(_ page: String) throws {
    let paths = try Self.page(page).matches(
      of: /`((?:Sources|Tests|scripts|templates|docs)\/[A-Za-z0-9\/.+_-]+)`/
    ).map(\.1)
    #expect(paths.count > 4)
    for path in paths {
      let file = Self.root.appending(path: String(path)).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
  }

  @Test("names only tests that exist")
  func namedTests() throws {
    let section = try #require(try Self.page().components(separatedBy: "## Where to look").last)
    let names = section.matches(of: /`(\w+Tests)`/).map { String($0.1) }
    let files = Set(
      try Self.swiftFiles(below: "Tests").map { $0.deletingPathExtension().lastPathComponent })
    #expect(names.count > 8)
    for name in names { #expect(files.contains(name), "\(name)") }
  }

  @Test("fits a page")
  func length() throws {
    let lines = try Self.page().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 150)
  }

  @Test("no target imports Foundation on Linux")
  func foundation() throws {
    let guarded = /#if canImport\(FoundationEssentials\)\n[^#]*#else\n[^#]*#endif/
    let forDarwin = /#if canImport\(Darwin\)\n[^#]*#(?:else|endif)/
    var files = 0
    for file in try Self.swiftFiles(below: "Sources") {
      let text = try String(contentsOf: file, encoding: .utf8).replacing(guarded, with: "")
        .replacing(forDarwin, with: "")
      files += 1
      #expect(
        text.firstMatch(of: /(?m)^(?:public |package )?import Foundation$/) == nil, "\(file.path)")
    }
    #expect(files > 400)
  }

  // MARK: Reading

  private static func manifest() async throws -> PackageManifest {
    try await .load(scratch: try TemporaryFolder.ofTest().path("build"))
  }

  private static func page(_ name: String = "ARCHITECTURE.md") throws -> String {
    try String(contentsOf: root.appending(path: name), encoding: .utf8)
  }

  /// The line of each module in the picture; the first has number 0.
  private static func layers() throws -> [String: Int] {
    let section = try #require(try page().components(separatedBy: "## The layers").last)
    let picture = try #require(section.components(separatedBy: "```").dropFirst().first)
    var layers: [String: Int] = [:]
    for (number, line) in picture.split(separator: "\n").enumerated() {
      for name in line.split(separator: " · ") {
        let isNew =
          layers.updateValue(number, forKey: name.trimmingCharacters(in: .whitespaces)) == nil
        #expect(isNew, "\(name) is drawn twice")
      }
    }
    return layers
  }

  private static func imports(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8).matches(
      of:
        /(?m)^(?:@\w+ )*(?:public |package )?import (?:(?:struct|enum|class|protocol|func) )?(\w+)/
    ).map { String($0.1) }
  }

  private static func swiftFiles(below folder: String) throws -> [URL] {
    let walk = try #require(
      FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil))
    return walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }
}
