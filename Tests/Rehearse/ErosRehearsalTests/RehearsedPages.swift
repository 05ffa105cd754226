import ErosBundle
import ErosCore
import ErosRegistry
import ErosTestSupport
import Foundation
import Testing

@testable import ErosRehearsal

/// Runs pages with the engine that is installed.
struct RehearsedPages {
  /// A description with one module.
  static let description = """
    {
      "appName": "demo", "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "modules": [
        {
          "name": "acmeScan", "ios": "AcmeScan", "android": "com.acme.Scan",
          "methods": [
            { "name": "scan", "args": [{ "name": "code", "type": "string" }] },
            { "name": "flash", "platforms": ["ios"] },
            { "name": "load", "args": [{ "name": "key", "type": "string" }], "returns": "any", "sync": true },
            { "name": "text", "returns": "string", "sync": true },
            { "name": "open", "args": [{ "name": "page", "type": "{callbackUrl:string}" }] }
          ]
        }
      ]
    }
    """

  let results: [Rehearsal.Result]

  var findings: [Finding] { results.findings }

  /// Runs the scripts of `pages`, keyed by path, on both platforms.
  init(
    _ pages: [String: String], limits: Rehearsal.Limits = .standard,
    description: String? = Self.description, program: String = Tool.built("eros-rehearse"),
    globals: [String: JSONValue] = [:], platforms: [Platform] = Platform.allCases,
    isOfProject: Bool = true, allowsUnconfined: Bool = false
  ) throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(pages.mapValues { Array($0.utf8) }, below: "dist")
    let source = try RehearsalSource(folder: folder.path("dist"))
    let surfaces = try platforms.map { platform in
      guard let description else { return try RehearsalSurface(undescribed: platform) }
      let parsed = try ParsedRegistry.read(Array(description.utf8), file: "eros.native.json")
      try #require(parsed.isUsable, "\(parsed.findings)")
      return try RehearsalSurface(parsed, on: platform)
    }
    let program = RehearsalProgram(path: program, allowsUnconfined: allowsUnconfined)
    results = try Rehearsal(program, limits: limits, globals: globals)
      .results(
        of: RehearsalPage.pages(
          of: source, board: "config/index.js", mediator: "mediator/index.js",
          isOfProject: isOfProject),
        on: surfaces, threads: 2)
  }

  /// Runs one page of Vue.
  init(page: String, limits: Rehearsal.Limits = .standard, description: String? = Self.description)
    throws
  {
    try self.init(
      ["pages/a.js": "// { \"framework\": \"Vue\" }\n" + page], limits: limits,
      description: description)
  }
}

extension [Finding] {
  /// The codes with their lines, such as `pageThrows:3`.
  var summaries: [String] {
    map { finding in finding.code + (finding.position.map { ":\($0.line)" } ?? "") }
  }
}
