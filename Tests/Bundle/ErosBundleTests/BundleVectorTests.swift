import ErosBundle
import ErosCore
import ErosFiles
import ErosTestSupport
import Foundation
import Testing

/// Bundles and deltas that `bindings/android/compare-refusals --vectors` has chosen, and their verdicts.
@Suite("Vectors of bundles and deltas", .temporaryFolder)
struct BundleVectorTests {
  /// Findings of a build machine, which no device reports.
  private static let otherCodes: Set<BundleFindingCode> = [
    .privateKey, .wgtInvalid, .fileUnneeded, .timestampInFuture, .timestampTooOld,
  ]
  /// The errors of a delta for a zip.
  ///
  /// The others are about folders, patches of legacy clients and encoders.
  private static let deltaErrors: Set<String> = [
    "malformed", "overLimit", "notAPatch", "legacyPatch", "developmentVersion", "laterVersion",
    "wrongBase", "withoutZip", "notVerified", "badResult",
  ]

  @Test("bundles have all findings of a device")
  func bundles() throws {
    var found: Set<String> = []
    let vectors = try Vectors.list("bundles", of: "bundles.json").map { vector in
      var limits = ZipLimits()
      limits.entries = vector["maximumFiles"]?.integer.map { Int($0) } ?? limits.entries
      limits.totalSize = vector["maximumSize"]?.integer.map { UInt64($0) } ?? limits.totalSize
      let name = try #require(vector["name"]?.string)
      let config = try vector["config"].map { (text: try $0.bytes(), name: "bundle.config") }
      let report = try BundleVerifier(limits: limits, threads: 1).verify(
        ZipBytes(try vector["zip"].bytes(), path: name), config: config)
      let findings = report.findings.filter { finding in
        !Self.otherCodes.contains { $0.rawValue == finding.code }
      }
      found.formUnion(findings.map(\.code))
      return JSONValue.members([
        "name": .string(name), "zip": vector["zip"], "config": vector["config"],
        "maximumFiles": vector["maximumFiles"], "maximumSize": vector["maximumSize"],
        "findings": .list(
          findings.map {
            .members([
              "code": .string($0.code), "severity": .string($0.severity.rawValue),
              "subject": $0.subject.map { .string($0) },
            ])
          }), "treeHash": report.treeHash.map { .string($0.description) },
      ])
    }
    let codes = Set(BundleFindingCode.allCases).subtracting(Self.otherCodes).map(\.rawValue)
    #expect(Set(codes).subtracting(found).isEmpty)
    try Vectors.expect(["bundles": .list(vectors)], in: "bundles.json")
  }

  @Test("deltas have all errors of a device")
  func deltas() throws {
    let zips = try #require(Vectors.read("deltas.json")["zips"])
    let folder = try Folder(try TemporaryFolder.ofTest().path)
    var found: Set<String> = []
    let vectors = try Vectors.list("deltas", of: "deltas.json").map { vector in
      let old = try #require(vector["old"]?.string)
      let result: String
      do {
        let applier = UpdateApplier(BundleVerifier(threads: 1))
        try folder.removeTree("scratch")
        result =
          try applier.apply(
            ZipBytes(try vector["delta"].bytes(), path: "delta"),
            to: ZipBytes(try zips.object?[old].bytes() ?? [], path: "old"),
            into: StagedFile(folder.path + "/new.zip"), scratch: folder.newFolder("scratch")
          ).report.treeHash.map { "\($0)" } ?? ""
        found.insert("applied")
      } catch let error as DeltaError {
        result = try #require(Mirror(reflecting: error).children.first?.label)
        found.insert(result)
      }
      return JSONValue.members([
        "name": vector["name"], "old": .string(old), "delta": vector["delta"],
        "result": .string(result),
      ])
    }
    #expect(found == Self.deltaErrors.union(["applied"]))
    try Vectors.expect(["zips": zips, "deltas": .list(vectors)], in: "deltas.json")
  }
}

extension Vectors {
  fileprivate static func list(_ key: String, of name: String) throws -> [JSONObject] {
    try #require(read(name)[key]?.array).map { try #require($0.value.object) }
  }
}

extension JSONValue? {
  fileprivate func bytes() throws -> [UInt8] { try #require(self).bytes() }
}

extension JSONValue {
  fileprivate func bytes() throws -> [UInt8] {
    Array(try #require(string.flatMap { Data(base64Encoded: $0) }))
  }
}
