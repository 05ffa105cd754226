// docs: drift
import ErosCore
import ErosRegistry
import ErosSources
import Foundation

/// Compares a description with the native sources and the JavaScript of its app.
func findDrift(
  of description: String, native: [String], scripts: [String]
) throws -> [Finding] {
  let bytes = try Data(contentsOf: URL(filePath: description))
  let parsed = try ParsedRegistry.read(Array(bytes), file: description)
  return try parsed.findings + parsed.drift(from: NativeSources(folders: native))
    + parsed.drift(from: JSUses(folders: scripts))
}
// docs: end
