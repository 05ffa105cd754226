import ErosFiles
import ErosReleaseTestSupport
import ErosTestSupport
import Foundation
import Testing

@Suite("The Java binding", .temporaryFolder, .needs("javac", "cc", "python3"))
struct JavaBindingTests {
  @Test("passes its checks, without a warning of -Xcheck:jni")
  func checks() async throws {
    let world = try DeviceWorld()
    // The zip is longer than the parts that the binding copies.
    let lines = (0..<20_000).map { _ in
      "// digits of the second release: \(String(UInt64.random(in: 0...UInt64.max), radix: 16))\n"
    }
    try world.pack("second.zip", page: lines.joined() + "render(2);\n", second: 1)
    let store = try await world.makeStore()
    try await store.withHTTPServer { address in
      let result = try await JavaBuild.run("Checks", [world.folder.path, address])
      let lines = result.standardOutput.split(separator: "\n")
      #expect(result.status == 0, "\(result)")
      #expect(lines.count > 15 && lines.allSatisfy { $0.hasPrefix("ok ") }, "\(result)")
    }
  }

  @Test("runs the sample app: a release is fetched, confirmed, and rolled back if it is broken")
  func life() async throws {
    let phone = try await Phone("📱 phone")
    let store = try await phone.world.makeStore()
    #expect(try await phone.start()["reason"] == ["first-run"])
    try await store.withHTTPServer { address in
      #expect(try await phone.start(address).outcome == "staged")
      let second = try await phone.start(address)
      #expect(second["reason"] == ["trial"] && second["page"] == ["render(2);"], "\(second)")
      #expect(second["confirm"] == ["CONFIRMED"] && second.outcome == "up-to-date", "\(second)")

      try phone.world.pack("third.zip", page: "throw 3;\n", second: 2)
      try await store.publish(ReadableFile(phone.world.folder.path("third.zip")))
      #expect(try await phone.start(address).outcome == "staged")
      for _ in 1...2 {
        let broken = try await phone.start()
        #expect(broken["reason"] == ["trial"] && broken["page"] == ["broken"], "\(broken)")
        #expect(broken["confirm"] == nil, "\(broken)")
      }
      let recovered = try await phone.start(address)
      #expect(recovered["release"] == second["release"], "\(recovered)")
      #expect(recovered["page"] == ["render(2);"], "\(recovered)")
      #expect(recovered.outcome == "blocked", "\(recovered)")
    }
  }

  @Test("shows the release in spite of a damaged bundle and an unreachable store")
  func errors() async throws {
    let phone = try await Phone("phone")
    try await phone.world.makeStore()
    _ = try await phone.start()
    // The app's copy of the embedded bundle.
    try phone.world.folder.write("not a zip", to: "phone/files/2.1.0-bundle.zip")
    let start = try await phone.start("http://127.0.0.1:1")
    #expect(start["page"] == ["render(1);"], "\(start)")
    let errors = try #require(start["error"])
    #expect(errors.map { $0.prefix(3) } == ["65 ", "69 "], "\(start)")
    #expect(start["hint"]?.count == 2, "\(start)")
    #expect(start["cause"]?.first?.hasPrefix("java.net.ConnectException") == true, "\(start)")
  }

  @Test("lets an app adopt the release of its older version")
  func adopt() async throws {
    let phone = try await Phone("phone")
    try phone.world.unpackOld("second.zip", into: "phone/files/old")
    let start = try await phone.start()
    #expect(start["adopted"] == [""] && start["page"] == ["render(2);"], "\(start)")
    #expect(try await phone.start()["adopted"] == nil)
  }

  @Test("has the rules of R8 in its jar")
  func rules() async throws {
    let result = try await runTool(
      "unzip", ["-p", JavaBuild.jar(), "META-INF/proguard/eros-device.pro"])
    #expect(result.standardOutput.contains("-keep class com.eros.device.Native { *; }"))
  }
}
