import Foundation
import Testing

/// The saved inputs of a fuzzer, each of which covers a different path through the code.
public enum Corpus {
  /// Returns the inputs in `folder` below `Tests`, sorted by name; throws if there are none.
  public static func inputs(of folder: String) throws -> [(name: String, bytes: [UInt8])] {
    let path = Tool.packageRoot.appending(path: "Tests/" + folder).path(percentEncoded: false)
    let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    try #require(!names.isEmpty)
    return try names.map { name in
      (name, Array(try Data(contentsOf: URL(filePath: path + "/" + name))))
    }
  }
}
