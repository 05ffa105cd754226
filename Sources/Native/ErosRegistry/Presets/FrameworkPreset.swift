package import ErosCore
import ErosTemplates

/// A framework that apps add to a host: one row of `frameworks.json`.
package struct FrameworkPreset: Sendable {
  package let name: String
  /// The platform, or `nil` for both.
  package let platform: Platform?
  /// Texts that identify the framework in sources, and in a Podfile or a Gradle script.
  package let marks: [String]
  /// Presets for an app that uses the framework.
  package let presets: [PresetName]
  /// Modules and tags that the framework registers.
  ///
  /// A final `*` stands for any text.
  let names: [String]
  /// Suffixes of paths of folders that contain the framework's own sources.
  package let folders: [String]

  /// All frameworks.
  ///
  /// Tests verify that the embedded file is not malformed.
  package static let all: [FrameworkPreset] = (try? load()) ?? []

  /// Reads the embedded file.
  ///
  /// - Throws: `JSONError` or ``RegistryError`` if it is malformed.
  static func load() throws -> [FrameworkPreset] {
    let file = "frameworks.json"
    let root = try JSONReader.read(EmbeddedFile.preset(file), file: file)
    return try (root.value.array ?? []).map { node in
      do throws(JSONFieldFailure) {
        return try FrameworkPreset(JSONFields(node, Message(verbatim: file)))
      } catch {
        throw RegistryError.malformedLock(file: file, line: 1)
      }
    }
  }

  private init(_ fields: JSONFields) throws(JSONFieldFailure) {
    var fields = fields
    name = try fields.string("name")
    platform = try fields.optionalString("platform").flatMap(Platform.init)
    marks = try fields.strings("marks")
    presets = try fields.optionalStrings("presets")?.compactMap(PresetName.init) ?? []
    names = try fields.optionalStrings("names") ?? []
    folders = try fields.optionalStrings("folders") ?? []
  }

  /// Returns `true` if the framework registers the module or tag `name`.
  package func offers(_ name: String) -> Bool {
    names.contains { $0.hasSuffix("*") ? name.hasPrefix($0.dropLast()) : $0 == name }
  }
}
