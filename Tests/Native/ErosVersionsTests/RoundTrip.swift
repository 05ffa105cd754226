import ErosConfig
import ErosCore
import ErosRegistry
import ErosSources
import ErosSyntax
import ErosTestSupport
import ErosVersions
import Foundation
import Testing

/// Raises both versions to 1.13.0, and expects `changes` replacements of 1.2.0 and no other change.
func expectRoundTrip(
  _ files: [String: String], config: String = "eros.native.json", in folder: TemporaryFolder,
  changes: [String: Int], sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for (name, text) in files { try folder.write(text, to: name) }
  let bump = try VersionBump(
    try folder.project(config), to: .exactly("1.13.0"), on: [.ios, .android])
  try bump.write()
  for (name, text) in files {
    let new = String(decoding: try folder.read(name), as: UTF8.self)
    let count = changes[name] ?? 0
    #expect(
      new.components(separatedBy: "1.13.0").count - 1 == count, "\(name)",
      sourceLocation: sourceLocation)
    // All other bytes are unchanged.
    let back = new.replacing("1.13.0", with: "1.2.0")
    #expect(back == text, "\(name)", sourceLocation: sourceLocation)
  }
  let again = try folder.project(config)
  #expect(
    again.locations.allSatisfy { $0.text == "1.13.0" }, "\(again.locations)",
    sourceLocation: sourceLocation)
  let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
  #expect(!names.contains { $0.contains(".eros-") }, sourceLocation: sourceLocation)
}

extension TemporaryFolder {
  /// Reads the project in the folder.
  func project(_ config: String = "eros.native.json") throws -> ProjectVersions {
    try ProjectVersions(Project.find(path(config)))
  }
}
