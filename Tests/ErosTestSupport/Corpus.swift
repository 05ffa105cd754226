import Foundation
import Testing

/// Inputs that a fuzzer found worth keeping, since each takes another way through the code.
public enum Corpus {
  /// The inputs in `folder` below `Tests`, by their names; there is at least one.
  public static func inputs(of folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let path = Tool.packageRoot.appending(path: "Tests/" + folder).path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    try #require(!names.isEmpty)
    return try names.map { name in
      (name, Array(try Data(contentsOf: URL(filePath: path + "/" + name))))
    }
  }
}
