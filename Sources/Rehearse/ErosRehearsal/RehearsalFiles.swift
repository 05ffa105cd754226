import ErosCore

/// The files in a bundle, and their folders.
struct RehearsalFiles: Sendable {
  private var paths: Set<String> = []

  init(_ files: [String]) {
    for file in files {
      var path = Substring(file)
      while !path.isEmpty, paths.insert(String(path)).inserted {
        path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      }
    }
  }

  func contains(_ path: String) -> Bool { paths.contains(path) }
}
