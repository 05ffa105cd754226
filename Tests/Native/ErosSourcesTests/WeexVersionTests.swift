import ErosConfig
import ErosCore
import ErosNativeTestSupport
import ErosRegistry
import ErosTestSupport
import Testing

@testable import ErosSources

@Suite("Versions of the Weex SDK", .temporaryFolder)
struct WeexVersionTests {
  @Test(
    "are found in Gradle files",
    arguments: [
      (["implementation 'com.taobao.android:weex_sdk:0.18.0@aar'"], "0.18.0"),
      (["api(\"org.apache.weex:sdk:0.28.0\")"], "0.28.0"),
      (
        ["compile \"com.taobao.android:weex_sdk:$weexVersion\"", "ext.weexVersion = '0.16.0'"],
        "0.16.0"
      ),
      (
        [
          "compile \"com.taobao.android:weex_sdk:${rootProject.ext.weex}\"",
          "ext {\n  weex : \"0.20.3\"\n}",
        ],
        "0.20.3"
      ),
      (["compile 'com.taobao.android:weex_sdk:' + weex", "weex=0.17.1"], "0.17.1"),
      (
        [
          "[versions]\nweex = \"0.18.2\"\n[libraries]\n"
            + "weex = { module = \"com.taobao.android:weex_sdk\", version.ref = \"weex\" }"
        ], "0.18.2"
      ),
      (["// compile 'com.taobao.android:weex_sdk:0.18.0'"], nil),
      (["compile 'com.taobao.android:weex_sdk_legacy:0.18.0'"], nil),
      (
        ["compile 'com.taobao.android:weex_sdk:0.18.0'", "compile 'org.apache.weex:sdk:0.28.0'"],
        nil
      ),
      (["compile 'com.taobao.android:weex_sdk:+'"], nil),
    ])
  func gradle(texts: [String], version: String?) {
    #expect(WeexVersion.find(in: texts)?.description == version)
  }

  @Test("decide whether components have DOM objects")
  func domObjects() {
    let versions = ["0.9", "0.18.0", "0.18.9.1", "0.19.0", "0.28.0", "1.0"]
    #expect(
      versions.map { WeexVersion($0)?.hasDOMObjects } == [true, true, true, false, false, false])
    for text in ["", "1", "a.b", "0.x", "-1.2"] { #expect(WeexVersion(text) == nil) }
  }

  private func component(_ language: NativeLanguage, _ version: String?) throws -> [GeneratedFile] {
    let parsed = try read(
      config(around: #""components": [{"name": "acme-a", "android": "com.acme.A"}]"#))
    return try SkeletonGenerator(parsed, weexVersion: version.flatMap { WeexVersion($0) })
      .files(.component, named: "acme-a", in: language, folder: "x")
  }

  private func write(_ files: [GeneratedFile]) throws -> [String] {
    let folder = try TemporaryFolder.ofTest()
    return try files.map { file in
      try folder.write(file.bytes, to: file.path)
      return folder.path(file.path)
    }
  }

  @Test("have components that compile as Java", .needs("javac"), arguments: ["0.18.0", "0.19.0"])
  func java(version: String) async throws {
    let files = try component(.java, version)
    let text = String(decoding: files[0].bytes, as: UTF8.self)
    #expect(text.contains("WXDomObject dom") == (version == "0.18.0"))
    #expect(text.contains("BasicComponentData") == (version != "0.18.0"))
    let compiled = try await HostCompiler.java(write(files))
    #expect(compiled.status == 0, "\(compiled)")
  }

  @Test("have components that compile as Kotlin", .needs("kotlinc", "javac"))
  func kotlin() async throws {
    let stubs = try await HostCompiler.java([])
    try #require(stubs.status == 0, "\(stubs)")
    let compiled = try await HostCompiler.kotlin(write(component(.kotlin, "0.18.0")))
    #expect(compiled.status == 0, "\(compiled)")
  }
}
