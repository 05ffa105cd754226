import ErosTestSupport
import Foundation
import Testing

@Suite("The bindings")
struct BindingTests {
  /// Returns C or Objective-C code without its comments.
  private func code(_ name: String) throws -> String {
    let path = Tool.packageRoot.appending(path: name).path(percentEncoded: false)
    return try String(contentsOfFile: path, encoding: .utf8)
      .replacing(#/(?s)/\*.*?\*//#, with: "").replacing(#/(?m)//.*$/#, with: "")
  }

  @Test(
    "call every function of eros_device.h",
    arguments: [
      // Apps in Objective-C link the library, so they need not compare its version with the header.
      // A failure without an error is a call of eros_device_failed_with_error().
      ("Sources/Device/ErosDeviceObjC", "m", ["eros_device_abi", "eros_device_failed"]),
      ("bindings/java/jni", "c", ["eros_device_failed"]),
    ])
  func functions(_ folder: String, _ suffix: String, _ exceptions: [String]) throws {
    func calls(_ text: String) -> Set<String> {
      Set(text.matches(of: #/\b(eros_\w+)\(/#).map { String($0.output.1) })
    }
    let functions = calls(try code("Sources/Device/CErosDevice/eros_device.h"))
    #expect(functions.count >= 16 && functions.contains("eros_device_cancel"), "\(functions)")
    let path = Tool.packageRoot.appending(path: folder).path(percentEncoded: false)
    let sources = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix("." + suffix) }.map { try code(folder + "/" + $0) }
    #expect(functions.subtracting(calls(sources.joined())) == Set(exceptions))
  }

  @Test(
    "pass on every setting, result and field of a structure",
    arguments: [
      // The layer for Objective-C has only the settings of the sandbox that apps need.
      (
        "Sources/Device/ErosDeviceObjC", "m",
        [
          "threads", "lock_timeout", "trial_launches", "maximum_files", "maximum_size",
          "storage_without_owners",
        ]
      ), ("bindings/java/jni", "c", []),
    ])
  func fields(_ folder: String, _ suffix: String, _ exceptions: [String]) throws {
    let header = try code("Sources/Device/CErosDevice/eros_device.h")
    let structures = header.matches(of: #/(?s)typedef struct \w+ \{(.*?)\} \w+;/#)
    let fields = Set(
      structures.flatMap { structure in
        structure.output.1.matches(of: #/\(?\*?(\w+)\)?(?:\(.*?\))?;/#.dotMatchesNewlines())
          .map { String($0.output.1) }
      })
    #expect(fields.isSuperset(of: ["notes", "report_url", "body_length", "exchange"]), "\(fields)")
    let path = Tool.packageRoot.appending(path: folder).path(percentEncoded: false)
    let sources = try FileManager.default.contentsOfDirectory(atPath: path)
      .filter { $0.hasSuffix("." + suffix) }.map { try code(folder + "/" + $0) }.joined()
    let used = Set(sources.matches(of: #/(?:->|\.)(\w+)/#).map { String($0.output.1) })
    #expect(fields.subtracting(used) == Set(exceptions))
  }
}
