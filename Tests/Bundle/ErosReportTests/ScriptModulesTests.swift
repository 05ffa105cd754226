import ErosTestSupport
import Testing

@testable import ErosReport

@Suite("Modules in scripts")
struct ScriptModulesTests {
  private static func modules(_ script: String) throws -> ScriptModules? {
    let report = try BundleReporterTests.reporter.report(
      on: BundleReporterTests.bundle(["a.js": script]))
    return report.files.first?.modules
  }

  /// Returns the sizes by name; that of a module in a table includes its key.
  private static func sizes(_ script: String) throws -> [String: UInt64]? {
    try modules(script).map {
      Dictionary(uniqueKeysWithValues: $0.modules.map { ($0.name, $0.size) })
    }
  }

  @Test("the modules of webpack are found in objects and arrays, in each form of function")
  func webpack() throws {
    let chunk =
      #"(self.webpackChunkapp=self.webpackChunkapp||[]).push([[12],{101:(e,t,n)=>{t.a="}"},"#
      + #"102(e){e.exports=/[/}]/},"./src/b.js":function(e){return`${{a:1}}`},x1:e=>e.id}]);"#
    let sizes = try #require(try Self.sizes(chunk))
    #expect(
      sizes.keys.sorted() == ["(other code)", "module 101", "module 102", "src/b.js", "x1"])
    #expect(sizes["module 101"] == UInt64(#"101:(e,t,n)=>{t.a="}"}"#.utf8.count))
    #expect(sizes["x1"] == UInt64("x1:e=>e.id".utf8.count))
    #expect(sizes.values.reduce(0, +) == UInt64(chunk.utf8.count))

    let array =
      "!function(e){var t={};e[0](t)}([function(e,t,n){n(2),n(1)},,e=>{e.exports=1}]);"
    #expect(
      try Self.sizes(array)?.keys.sorted() == ["(other code)", "module 0", "module 2"])
    let development = """
      (() => { var __webpack_modules__ = ({
      /***/ "./src/a.js": /*! a */ ((module, exports) => { exports.a = 1; }),
      /***/ "./node_modules/b/index.js": (function(module) { module.exports = 2; }) }); })();
      """
    let names = try Self.sizes(development)?.keys.sorted()
    #expect(names == ["(other code)", "node_modules/b/index.js", "src/a.js"])
  }

  @Test(
    "the parts of a concatenated module, and sections of esbuild and Rolldown, are named by comments"
  )
  func comments() throws {
    let concatenated = """
      (self.webpackChunk=[]).push([[1],{7:(e,t)=>{
      ;// CONCATENATED MODULE: ./src/one.js
      const a = 1;
      ;// ./src/two.js
      const b = 2;
      }}]);
      """
    #expect(
      try Self.sizes(concatenated)?.keys.sorted() == [
        "(other code)", "module 7", "src/one.js", "src/two.js",
      ])
    let esbuild = "// src/a.js\nvar a = 1;\n\n// node_modules/b/b.js\nvar b = 2;\n"
    #expect(
      try Self.sizes(esbuild) == ["src/a.js": 24, "node_modules/b/b.js": 34])
    let rolldown = "//#region src/a.ts\nvar a;\n//#endregion\nx;\n//#region src/b.ts\nvar b;\n"
    #expect(
      try Self.sizes(rolldown)?.keys.sorted() == ["(other code)", "src/a.ts", "src/b.ts"])
  }

  @Test(
    "other scripts have no modules",
    arguments: [
      "var a = { 1: 2, b: function () {} }; const text = 'other code'; f([function () {}]);",
      "const handlers = { click(e) {}, drag: (e) => e };" + "f();".repeated(50),
      "// see src/a.js\nvar a;", "'", "`${", "{{{{", "/*", "a = /[/", "f({1:function(){", "",
      "webpackChunk.push([[1],{1:(",
    ])
  func others(script: String) throws {
    #expect(try Self.modules(script) == nil)
  }

  @Test("hostile nesting takes linear time")
  func nesting() throws {
    let count = 60_000
    let scripts = [
      String(repeating: "({1:function(){", count: count), String(repeating: "`${", count: count),
      String(repeating: "[[", count: count), String(repeating: "({1:(", count: count),
      String(repeating: "f({1:e=>{},", count: count),
      String(repeating: "(", count: 4 * count) + String(repeating: "({1:(z),", count: count),
    ]
    let time = try processorTime {
      for script in scripts {
        let found = try Self.modules(script)
        #expect(found == nil)
      }
    }
    #expect(time < .seconds(30), "\(time)")
  }

  @Test("a script has a limited number of modules, and long names are truncated")
  func limits() throws {
    let table = (0..<3000).map { "\($0):e=>{\(String(repeating: "a;", count: $0 % 7))}" }
    let name = String(repeating: "é", count: 600)
    let script =
      "(self.webpackChunk=[]).push([[1],{'./\(name)':e=>{b()},\(table.joined(separator: ","))}])"
    let found = try #require(try Self.modules(script))
    #expect(found.modules.count == ScriptModules.maximumCount + 1)
    #expect(found.modules.reduce(0) { $0 + $1.size } == UInt64(script.utf8.count))
    #expect(found.modules.allSatisfy { $0.name.utf8.count < 520 })
  }
}

extension String {
  fileprivate func repeated(_ count: Int) -> String { String(repeating: self, count: count) }
}
