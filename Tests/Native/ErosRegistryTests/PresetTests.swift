import ErosTestSupport
import Foundation
import Testing

@testable import ErosRegistry

@Suite("Presets")
struct PresetTests {
  @Test("are valid surfaces with names", arguments: PresetName.allCases)
  func load(name: PresetName) throws {
    let presets = try Preset.load([name]).filter { $0.name == name }
    #expect(!presets.isEmpty)
    for preset in presets {
      let surface = preset.surface
      #expect(!(surface.modules.isEmpty && surface.components.isEmpty && surface.widgets.isEmpty))
      #expect(Set(preset.moduleClasses.keys).isSubset(of: surface.modules.keys))
      #expect(Set(preset.componentClasses.keys).isSubset(of: surface.components.keys))
    }
  }

  @Test("are named in the schema and in docs/registry.md", arguments: PresetName.allCases)
  func documented(name: PresetName) throws {
    let schema = RegistrySchema.text
    let pattern = try #require(schema.firstMatch(of: /"presets":[^}]*"pattern": "\^\(([^)]*)\)/))
    #expect(pattern.1.split(separator: "|").contains(name.rawValue[...]))
    let page = try String(
      contentsOf: Tool.packageRoot.appending(path: "docs/registry.md"), encoding: .utf8)
    #expect(page.contains("`\(name.rawValue)`"))
  }
}
