import CEmbeddedFiles

/// Files that `files.c` in `CEmbeddedFiles` compiles into the tool.
///
/// SwiftPM's `embedInCode` writes arrays of numbers, which take the compiler about a second per 10
/// KB in debug builds.
package enum EmbeddedFile {
  /// All paths, relative to the package's root.
  static var paths: [String] {
    var paths: [String] = []
    while let path = unsafe eros_embedded_file_path(paths.count) {
      unsafe paths.append(String(cString: path))
    }
    return paths
  }

  /// Returns a file's contents.
  ///
  /// The path is relative to the package's root.
  ///
  /// - Precondition: The file is compiled in. A test compares the table with the folders.
  package static func bytes(_ path: String) -> [UInt8] {
    var size = 0
    guard let bytes = unsafe eros_embedded_file_bytes(path, &size) else {
      preconditionFailure("'\(path)' is not in files.c")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }
}
