package import ErosRegistry
import Foundation
import Testing

/// Reads a file of the folder `Inputs`.
package func input(_ name: String) throws -> [UInt8] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Inputs")
  return Array(try Data(contentsOf: folder.appending(path: name)))
}

/// Reads the example of the specification.
package func acme() throws -> ParsedRegistry {
  try ParsedRegistry.read(try input("acme.json"), file: "eros.native.json")
}

/// Returns a valid configuration, with `members` in its second line.
package func config(around members: String) -> String {
  #"{ "appName": "demo", "version": { "android": "1.0.0", "iOS": "1.0.0" },"# + "\n" + members
    + "\n}"
}

package func read(_ text: String) throws -> ParsedRegistry {
  try ParsedRegistry.read(Array(text.utf8), file: "eros.native.json")
}

/// Returns the registry of a valid configuration.
package func registry(around members: String) throws -> Registry {
  let parsed = try read(config(around: members))
  #expect(parsed.isUsable, "\(parsed.findings)")
  return try #require(parsed.registry)
}
