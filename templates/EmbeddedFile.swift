import CErosResources

/// The files that `resources.c` of `CErosResources` compiles into the tool.
///
/// SwiftPM's `embedInCode` writes arrays of numbers, which take the compiler seconds for each 10 KB.
package enum EmbeddedFile {
  /// The paths of all files, from the root of the package.
  package static var paths: [String] {
    var paths: [String] = []
    while let path = unsafe eros_resource_path(paths.count) {
      unsafe paths.append(String(cString: path))
    }
    return paths
  }

  /// Returns the contents of a file, given by its path from the root of the package.
  ///
  /// - Precondition: The file is compiled in; a test compares the table with the folders.
  package static func bytes(_ path: String) -> [UInt8] {
    guard let text = unsafe eros_resource_text(path) else {
      preconditionFailure("'\(path)' is not in resources.c")
    }
    return unsafe Array(String(cString: text).utf8)
  }
}
