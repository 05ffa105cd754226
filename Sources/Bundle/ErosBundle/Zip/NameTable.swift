package import ErosCore

/// Checks paths for clashes on file systems that ignore case or Unicode form.
package struct NameTable {
  /// A clash with an earlier path.
  package enum Clash {
    /// The paths are equal.
    case same
    /// The paths differ only in case or Unicode form.
    case spelling(String)
    /// One path is a file, and the other one is a folder or below that file.
    case fileAndFolder(String)

    /// The earlier path's spelling, or `nil` if it is the same.
    package var other: String? {
      switch self {
      case .same: nil
      case .spelling(let other), .fileAndFolder(let other): other
      }
    }
  }

  private struct Known {
    let spelling: String
    let isFolder: Bool
    /// `false` for a path that was only added as a parent folder.
    var isGiven: Bool
  }

  /// By the bytes of their clash keys, because hashing a string would normalize it again.
  private var paths: [[UInt8]: Known] = [:]

  package init() {}

  /// Includes parent folders.
  var count: Int { paths.count }

  /// Adds a path and its parent folders.
  ///
  /// Returns a clash with an earlier path, if there is one.
  package mutating func add(_ path: BundlePath, isFolder: Bool) -> Clash? {
    var key = Array(path.clashKey.utf8)
    if let clash = insert(path, key, isFolder: isFolder, isGiven: true) { return clash }
    var folder = path.parent
    while let path = folder, let slash = key.lastIndex(of: UInt8(ascii: "/")) {
      // A key keeps its slashes, so parent folders' keys are its prefixes.
      key.removeSubrange(slash...)
      if let other = paths[key], other.spelling == path.string, other.isFolder {
        return nil  // the parents of `other` are already checked
      }
      if let clash = insert(path, key, isFolder: true, isGiven: false) { return clash }
      folder = path.parent
    }
    return nil
  }

  private mutating func insert(
    _ path: BundlePath, _ key: [UInt8], isFolder: Bool, isGiven: Bool
  ) -> Clash? {
    guard var other = paths[key] else {
      paths[key] = Known(spelling: path.string, isFolder: isFolder, isGiven: isGiven)
      return nil
    }
    if other.isFolder != isFolder { return .fileAndFolder(other.spelling) }
    if other.spelling != path.string { return .spelling(other.spelling) }
    if other.isGiven && isGiven { return .same }
    other.isGiven = other.isGiven || isGiven
    paths[key] = other
    return nil
  }
}
