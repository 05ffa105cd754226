// docs: generating
import ErosGenerator
import ErosRegistry
import ErosSources
import Foundation

/// Brings the generated files of the app in `root` up to date, and returns the paths of those that changed.
///
/// Nothing is written when the description has errors, or a file of somebody else is in the way.
func generateTables(of config: String, in root: String) throws -> [String] {
  let bytes = try Data(contentsOf: URL(filePath: root + "/" + config))
  let reading = try ParsedRegistry.read(Array(bytes), file: config)
  guard reading.isUsable, let registry = reading.registry else {
    throw TableError(reasons: reading.findings.map(\.description))
  }
  let files = try RegistryGenerator(reading, source: config).files()
  let output = OutputFolder(root)
  let comparison = try output.compare(files, manifest: registry.manifestPath)
  guard comparison.foreign.isEmpty else {
    throw TableError(reasons: comparison.foreign.map { "\($0): it was not generated" })
  }
  try output.apply(comparison, manifest: registry.manifestPath)
  return comparison.missing.map(\.path) + comparison.different.map(\.file.path)
    + comparison.orphans
}

/// Why no tables were generated.
struct TableError: Error {
  let reasons: [String]
}
// docs: end
