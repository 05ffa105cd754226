package import ErosCore

/// The names of a tree, to find two that some file system takes for one.
package struct NameTable {
  /// What is wrong with a name, given those before it.
  package enum Clash {
    /// The very same name was there before.
    case same
    /// Another spelling differs in case or Unicode form only.
    case spelling(String)
    /// One is a file, and the other one a folder or below it.
    case fileAndFolder(String)

    /// How the other name is spelled, or `nil` when it is spelled the same.
    var other: String? {
      switch self {
      case .same: nil
      case .spelling(let other), .fileAndFolder(let other): other
      }
    }
  }

  private struct Known {
    let spelling: String
    let isFolder: Bool
    /// Whether it was given itself, not only as the folder of something else.
    var isGiven: Bool
  }

  /// By the bytes of the clash keys, since a string would be composed again to be hashed.
  private var known: [[UInt8]: Known] = [:]

  package init() {}

  /// How many files and folders there are, with those that are only named on the way to others.
  package var count: Int { known.count }

  /// Adds a name and the folders above it; returns how it clashes with those before.
  package mutating func add(_ path: BundlePath, isFolder: Bool) -> Clash? {
    var key = Array(path.clashKey.utf8)
    if let clash = insert(path, key, isFolder: isFolder, isGiven: true) { return clash }
    var folder = path.parent
    while let path = folder, let slash = key.lastIndex(of: UInt8(ascii: "/")) {
      // Slashes stay where they are in a key, so the keys of the folders above are its beginnings.
      key.removeSubrange(slash...)
      if let other = known[key], other.spelling == path.string, other.isFolder {
        return nil  // the folders above were checked with it
      }
      if let clash = insert(path, key, isFolder: true, isGiven: false) { return clash }
      folder = path.parent
    }
    return nil
  }

  private mutating func insert(
    _ path: BundlePath, _ key: [UInt8], isFolder: Bool, isGiven: Bool
  ) -> Clash? {
    guard var other = known[key] else {
      known[key] = Known(spelling: path.string, isFolder: isFolder, isGiven: isGiven)
      return nil
    }
    if other.isFolder != isFolder { return .fileAndFolder(other.spelling) }
    if other.spelling != path.string { return .spelling(other.spelling) }
    if other.isGiven && isGiven { return .same }
    other.isGiven = other.isGiven || isGiven
    known[key] = other
    return nil
  }
}
