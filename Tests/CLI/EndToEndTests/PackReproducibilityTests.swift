import ErosTestSupport
import Foundation
import Testing

@Suite("Reproducibility of eros pack", .temporaryFolder)
struct PackReproducibilityTests {
  /// The environments in which the tool runs.
  static let environments: [(umask: String, environment: [String: String])] = [
    ("022", [:]),
    ("077", ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"]),
    ("000", ["TZ": "America/Los_Angeles", "LANG": "C", "LC_ALL": "POSIX"]),
  ]

  @Test("the output does not depend on umask, time zone, locale and current folder")
  func environments() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      """
      {
        "appName": "demo", "version": { "android": "1.0.0", "iOS": "1.0.0" },
        "page": {}, "url": {}, "zipFolder": {}
      }
      """, to: "app/eros.native.json")
    try folder.write(
      ["pages/index.js": Array("var i\n".utf8), "assets/İ.txt": [1], "assets/I.bin": [2]],
      below: "app/dist")
    var outputs: [[[UInt8]]] = []
    for (index, run) in Self.environments.enumerated() {
      let command = "umask \(run.umask) && exec \"$0\" \"$@\""
      let result = try await runTool(
        "/bin/sh",
        [
          "-c", command, Tool.built("eros"), "pack", folder.path("app/dist"), "--config",
          folder.path("app/eros.native.json"), "--output", folder.path("out\(index)"),
        ], in: index == 0 ? folder.path("app") : "/",
        environment: run.environment.merging(["SOURCE_DATE_EPOCH": "1600000000"]) { $1 })
      try #require(result.status == 0, "\(result)")
      outputs.append(
        try ["bundle.zip", "bundle.config", "eros.native.json", "version.json"].map {
          try folder.read("out\(index)/" + $0)
        })
    }
    for output in outputs { #expect(output == outputs[0]) }
    #expect(String(decoding: outputs[0][1], as: UTF8.self).contains("\"timestamp\":1600000000000"))
  }
}
