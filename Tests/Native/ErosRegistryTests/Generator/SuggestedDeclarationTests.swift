import ErosConfig
import ErosCore
import ErosRegistry
import Testing

@Suite("The declaration of a new class")
struct SuggestedDeclarationTests {
  private func config(
    _ more: String = "", versions: String = #""iOS": "1.0.0", "android": "1.0.0""#
  )
    throws -> NativeConfig
  {
    let text = """
      {
        "appName": "acme", "version": {\(versions)},
        "generate": {
          "ios": {"prefix": "Acme", "out": "platforms/ios/Acme/Generated"},
          "android": {"package": "com.acme.eros", "out": "platforms/android"}
        }\(more)
      }
      """
    return try NativeConfig.read(Array(text.utf8), file: "eros.native.json")
  }

  @Test("has classes for all platforms, and the class can be generated")
  func module() throws {
    let suggestion = try #require(
      try SuggestedDeclaration(.module, named: "acmeScan", in: config()))
    #expect(suggestion.key == "modules")
    #expect(suggestion.entry["ios"]?.object?["class"]?.string == "AcmeScanModule")
    #expect(suggestion.entry["android"]?.string == "com.acme.module.AcmeScanModule")
    let generator = SkeletonGenerator(suggestion.description)
    let files = try generator.files(.module, named: "acmeScan", in: .objc)
    #expect(
      files.map(\.path) == [
        "platforms/ios/Acme/Modules/AcmeScanModule.h",
        "platforms/ios/Acme/Modules/AcmeScanModule.m",
      ])
    let java = try generator.files(.module, named: "acmeScan", in: .java)
    #expect(java.map(\.path) == ["platforms/android/java/com/acme/module/AcmeScanModule.java"])
  }

  @Test("uses the package of the declared classes, and only the platforms of the app")
  func conventions() throws {
    let modules = #", "modules": [{"name": "a", "android": "org.x.bridge.AModule"}]"#
    let android = try #require(
      try SuggestedDeclaration(
        .module, named: "scan", in: config(modules, versions: #""android": "1.0.0""#)))
    #expect(android.entry["android"]?.string == "org.x.bridge.ScanModule")
    #expect(android.entry["ios"] == nil)
    let chart = try #require(try SuggestedDeclaration(.component, named: "bar-chart", in: config()))
    #expect(chart.key == "components")
    #expect(chart.entry["ios"]?.object?["class"]?.string == "AcmeBarChartComponent")
  }

  @Test("exists only for undeclared modules and components with a valid name")
  func none() throws {
    let modules = #", "modules": [{"name": "a", "android": "org.x.AModule"}]"#
    #expect(try SuggestedDeclaration(.module, named: "a", in: config(modules)) == nil)
    #expect(try SuggestedDeclaration(.widget, named: "b", in: config()) == nil)
    #expect(try SuggestedDeclaration(.module, named: "no name!", in: config()) == nil)
  }
}
