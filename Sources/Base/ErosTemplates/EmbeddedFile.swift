import CEmbeddedFiles

/// The files that `files.c` of `CEmbeddedFiles` compiles into the tool.
///
/// SwiftPM's `embedInCode` writes arrays of numbers, which take the compiler about a second per
/// 10 KB in debug builds.
package enum EmbeddedFile {
  /// The paths of all files, from the root of the package.
  static var paths: [String] {
    var paths: [String] = []
    while let path = unsafe eros_embedded_file_path(paths.count) {
      unsafe paths.append(String(cString: path))
    }
    return paths
  }

  /// Returns the contents of a file, given by its path from the root of the package.
  ///
  /// - Precondition: The file is compiled in; a test compares the table with the folders.
  package static func bytes(_ path: String) -> [UInt8] {
    var size = 0
    guard let bytes = unsafe eros_embedded_file_bytes(path, &size) else {
      preconditionFailure("'\(path)' is not in files.c")
    }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }
}
