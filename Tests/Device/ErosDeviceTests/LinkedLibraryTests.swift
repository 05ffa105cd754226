import ErosTestSupport
import Foundation
import Testing

@Suite("What a device links")
struct LinkedLibraryTests {
  @Test(
    "the library for apps links no packer and no suffix sorting",
    .enabled(if: Tool.isInstalled("objdump")))
  func libraries() async throws {
    let result = try await runTool("objdump", ["-p", Tool.builtWithTests("liberosdevice.so")])
    let needed = result.standardOutput.matches(of: /NEEDED +(\S+)/).map { String($0.1) }
    // The test would be worthless if the list were not read.
    #expect(needed.contains { $0.hasPrefix("libz.so") }, "\(result)")
    // `scripts/device/library` also checks that the release build links no Foundation.
    for name in ["libzip", "libdeflate", "libdivsufsort", "libzstd", "liblzma", "libbz2"] {
      #expect(!needed.contains { $0.hasPrefix(name) }, "\(needed)")
    }
  }

  @Test(
    "the product ErosDevice uses only what a phone has or can build", .temporaryFolder,
    .needs("swift"))
  func product() async throws {
    let manifest = try await PackageManifest.load(
      scratch: try TemporaryFolder.ofTest().path("build"))
    let product = try #require(manifest.products.first { $0.name == "ErosDevice" })
    func used(on platform: String) -> Set<String> {
      product.targets.reduce(into: []) { $0.formUnion(manifest.closure(of: $1, on: platform)) }
    }
    // zlib is in the SDKs of Apple and Android.
    let everywhere: Set = [
      "ErosCore", "ErosFiles", "ErosCrypto", "ErosBundle", "ErosTransport", "ErosTrust",
      "ErosDevice", "CLinux", "CZlib", "SystemPackage",
    ]
    #expect(used(on: "ios") == everywhere)
    #expect(used(on: "macos") == everywhere)
    #expect(used(on: "linux") == everywhere.union(["ErosOpenSSL", "COpenSSL"]))
    let objectiveC = try #require(manifest.products.first { $0.name == "ErosDeviceObjC" })
    #expect(objectiveC.targets == ["ErosDeviceObjC"])
    #expect(
      manifest.closure(of: "ErosDeviceObjC").subtracting(used(on: "linux")) == [
        "ErosDeviceObjC", "ErosDeviceC", "CErosDevice",
      ])
  }

  /// The server verifies and signs stores; only build machines pack.
  @Test("eros-server uses no packer", .temporaryFolder, .needs("swift"))
  func server() async throws {
    let manifest = try await PackageManifest.load(
      scratch: try TemporaryFolder.ofTest().path("build"))
    let used = manifest.closure(of: "eros-server")
    #expect(used.isSuperset(of: ["ErosStore", "COpenSSL", "CSQLite"]), "\(used)")
    #expect(
      used.isDisjoint(with: [
        "ErosPack", "ErosPublish", "CZip", "CDeflate", "CDivSufSort", "CLzma", "CBZip2",
      ]), "\(used)")
  }

  @Test("eros-server links no packer", .enabled(if: Tool.isInstalled("objdump")))
  func serverLibraries() async throws {
    let result = try await runTool("objdump", ["-p", Tool.builtWithTests("eros-server")])
    let needed = result.standardOutput.matches(of: /NEEDED +(\S+)/).map { String($0.1) }
    #expect(needed.contains { $0.hasPrefix("libsqlite3.so") }, "\(result)")
    for name in ["libzip", "libdeflate", "libdivsufsort", "liblzma", "libbz2"] {
      #expect(!needed.contains { $0.hasPrefix(name) }, "\(needed)")
    }
  }
}
