package import ErosCore

/// Finds a release's scripts by the files or URLs in stacks.
package struct ScriptPaths {
  /// Result of looking up a file or URL.
  package enum Match: Equatable {
    case script(BundlePath)
    /// Several scripts fit, for example to `index.js`.
    case ambiguous([BundlePath])
    case unknown
  }

  /// Scripts by file name.
  private let scripts: [Substring: [BundlePath]]

  package init(_ paths: some Sequence<BundlePath>) {
    scripts = Dictionary(grouping: paths) { $0.components[$0.components.count - 1] }
  }

  /// Returns the script with the longest path that `file` ends with.
  ///
  /// If there is none, returns the script whose path ends with `file`, because engines may shorten
  /// paths.
  package func match(_ file: String) -> Match {
    let components = Self.components(of: file)
    guard let name = components.last, let candidates = scripts[name] else { return .unknown }
    let complete = candidates.filter { components.ends(with: $0.components) }
    if let longest = complete.max(by: { $0.components.count < $1.components.count }) {
      return .script(longest)
    }
    let partial = candidates.filter { $0.components.ends(with: components) }
    return switch partial.count {
    case 0: .unknown
    case 1: .script(partial[0])
    default: .ambiguous(partial.sorted())
    }
  }

  /// Splits the path in a URL, and drops scheme, query and fragment.
  private static func components(of file: String) -> [Substring] {
    var path = file.prefix { $0 != "?" && $0 != "#" }
    if let scheme = path.firstRange(of: "://") { path = path[scheme.upperBound...] }
    let text = String(path).percentDecoded ?? String(path)
    return text.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
  }
}

extension [Substring] {
  fileprivate func ends(with other: [Substring]) -> Bool {
    suffix(other.count).elementsEqual(other)
  }
}
