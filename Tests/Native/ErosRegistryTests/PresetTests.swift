import ErosConfig
import ErosCore
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
      #expect(
        !(surface[.module].isEmpty && surface[.component].isEmpty && surface[.widget].isEmpty))
      #expect(Set(preset.moduleClasses.keys).isSubset(of: surface[.module].keys))
      #expect(Set(preset.componentClasses.keys).isSubset(of: surface[.component].keys))
    }
  }

  @Test("of the hosts have the classes and constants of their SDKs")
  func sdk() throws {
    #expect(try Preset.hosts.count == Preset.load([]).count)
    for (platform, name) in [(Platform.ios, "WXTextInputComponent"), (.android, "WXInput")] {
      let classes = Preset.sdkClasses(of: name, on: platform)
      #expect(classes.count == 2 && classes[0].tags == ["input"])
      #expect(classes[1].attributes.contains("placeholder"))
    }
    #expect(Preset.hosts.contains { $0.constants["Constants.Name"]?["SRC"] == "src" })
  }

  @Test("know the frameworks of apps")
  func frameworks() throws {
    #expect(try FrameworkPreset.load().map(\.name) == FrameworkPreset.all.map(\.name))
    #expect(FrameworkPreset.all.contains { $0.offers("nat/device/battery") })
    #expect(!FrameworkPreset.all.contains { $0.offers("modal") })
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
