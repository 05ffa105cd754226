import ErosTestSupport
import Foundation
import Testing

/// `ARCHITECTURE.md` against `Package.swift` and the sources.
@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
  static let root = Tool.packageRoot

  @Test("lists the targets and imports of Package.swift")
  func targets() throws {
    let manifest = try String(
      contentsOf: Self.root.appending(path: "Package.swift"), encoding: .utf8)
    let declared = try Self.declaredTargets(in: manifest)
    #expect(declared.count > 15)
    #expect(try Self.documentedTargets() == declared)
  }

  @Test("names only paths that exist")
  func paths() throws {
    let page = try Self.page()
    let paths = page.matches(of: /`((?:Sources|templates|docs)\/[A-Za-z0-9\/.+_-]+)`/).map(\.1)
    #expect(paths.count > 15)
    for path in paths {
      let file = Self.root.appending(path: String(path)).path(percentEncoded: false)
      #expect(FileManager.default.fileExists(atPath: file), "\(path)")
    }
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

  private static func page() throws -> String {
    try String(contentsOf: root.appending(path: "ARCHITECTURE.md"), encoding: .utf8)
  }

  /// The rows of the page's table of targets: each target with its imports.
  private static func documentedTargets() throws -> [String: Set<String>] {
    let rows = try page().matches(
      of:
        /(?m)^\| `(eros|eros-server|eros-rehearse|tuf-client|CJavaScriptCore|CEmbeddedFiles|Eros\w+)` \|[^|]*\|([^|]*)\|$/
    )
    return Dictionary(
      uniqueKeysWithValues: rows.map { row in
        (String(row.1), Set(row.2.matches(of: /`(\w+)`/).map { String($0.1) }))
      })
  }

  /// The regular and executable targets of the manifest that are not test support.
  private static func declaredTargets(in manifest: String) throws -> [String: Set<String>] {
    var products: [String: String] = [:]
    for product in manifest.matches(
      of: /let (\w+) = (?:Target\.Dependency\.)?product\(\s*(?:name: )?"(\w+)"/)
    {
      products[String(product.1)] = String(product.2)
    }
    var targets: [String: Set<String>] = [:]
    let declarations = manifest.matches(
      of:
        /\.(?:target|executableTarget)\(\s*name: "([\w-]+)"(?:, dependencies: \[([^\]]*)\]|,\s*dependencies: \[([^\]]*)\])?/
    )
    for declaration in declarations where !declaration.1.hasSuffix("TestSupport") {
      let list = declaration.2 ?? declaration.3 ?? ""
      let names = list.matches(of: /"(\w+)"|(\w+)/).map { name in
        name.1.map(String.init) ?? products[String(name.2 ?? "")] ?? "?"
      }
      targets[String(declaration.1)] = Set(names)
    }
    return targets
  }

  private static func swiftFiles(below folder: String) throws -> [URL] {
    let walk = try #require(
      FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil))
    return walk.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }
}
