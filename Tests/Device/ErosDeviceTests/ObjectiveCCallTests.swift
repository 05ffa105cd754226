import ErosTestSupport
import Foundation
import Testing

@Suite("The calls of the layer for Objective-C")
struct ObjectiveCCallTests {
  private static let folder = "Sources/Device/ErosDeviceObjC"

  /// Returns C or Objective-C code without its comments.
  private func code(_ name: String) throws -> String {
    let path = Tool.packageRoot.appending(path: name).path(percentEncoded: false)
    return try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/(?s)/\*.*?\*//#, with: "").replacing(#/(?m)//.*$/#, with: "")
  }

  /// Returns the code of the layer.
  private func sources() throws -> String {
    let path = Tool.packageRoot.appending(path: Self.folder).path(percentEncoded: false)
    return try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix(".m") }.map { try code(Self.folder + "/" + $0) }.joined()
  }

  @Test("calls every function of eros_device.h")
  func functions() throws {
    func calls(_ text: String) -> Set<String> {
      Set(text.matches(of: #/\b(eros_\w+)\(/#).map { String($0.output.1) })
    }
    let functions = calls(try code("Sources/Device/CErosDevice/eros_device.h"))
    #expect(functions.count >= 16 && functions.contains("eros_device_cancel"), "\(functions)")
    // Apps in Objective-C link the library, so they need not compare its version with the header.
    // A failure without an error is a call of eros_device_failed_with_error().
    #expect(
      functions.subtracting(calls(try sources())) == ["eros_device_abi", "eros_device_failed"])
  }

  @Test("passes on every setting, result and field of a structure")
  func fields() throws {
    let header = try code("Sources/Device/CErosDevice/eros_device.h")
    let structures = header.matches(of: #/(?s)typedef struct \w+ \{(.*?)\} \w+;/#)
    let fields = Set(
      structures.flatMap { structure in
        structure.output.1.matches(of: #/\(?\*?(\w+)\)?(?:\(.*?\))?;/#.dotMatchesNewlines())
          .map { String($0.output.1) }
      })
    #expect(fields.isSuperset(of: ["notes", "report_url", "body_length", "exchange"]), "\(fields)")
    let used = Set(try sources().matches(of: #/(?:->|\.)(\w+)/#).map { String($0.output.1) })
    // The layer has only the settings of the sandbox that apps need.
    #expect(
      fields.subtracting(used) == [
        "threads", "lock_timeout", "trial_launches", "maximum_files", "maximum_size",
        "storage_without_owners",
      ])
  }
}
