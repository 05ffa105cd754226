import ErosCore
import ErosSourceMaps

/// The modules that a build tool put into a script.
struct ScriptModules: Hashable, Sendable {
  /// The origin of the names and sizes.
  enum Origin: String, Sendable {
    /// A source map.
    case sourceMap
    /// The table of modules in output of webpack.
    case webpack
    /// Comments that name modules, as esbuild, Rolldown and webpack write them.
    case comments
  }

  /// A module of a script.
  struct Module: Hashable, Sendable {
    /// The path or number of the module; names from a bundle are not trusted.
    let name: String
    /// The size in the script, in bytes.
    let size: UInt64
  }

  let origin: Origin
  /// The modules, largest first; the sum of their sizes is the size of the script.
  let modules: [Module]

  /// The maximum number of modules of a script; the smallest modules are merged.
  static let maximumCount = 2000
  /// The maximum length of a name, in bytes.
  static let maximumNameLength = 500
  /// The name of the bytes that belong to no module, such as the run time of the build tool.
  static let restName = SourceMap.unnamedSource

  /// Creates the modules of a script of `total` bytes; equal names are merged.
  ///
  /// - Returns: `nil` without modules.
  init?(_ origin: Origin, _ sizes: some Sequence<(name: String, size: Int)>, total: Int) {
    var merged: [String: Int] = [:]
    for (name, size) in sizes where size > 0 { merged[Self.shortened(name), default: 0] += size }
    guard !merged.isEmpty else { return nil }
    let sorted = merged.sorted {
      $0.value == $1.value ? inByteOrder($0.key, $1.key) : $0.value > $1.value
    }
    let kept = sorted.prefix(Self.maximumCount)
    let rest = total - kept.reduce(0) { $0 + $1.value }
    guard rest >= 0 else { return nil }
    self.origin = origin
    modules =
      kept.map { Module(name: $0.key, size: UInt64($0.value)) }
      + (rest > 0 ? [Module(name: Self.restName, size: UInt64(rest))] : [])
  }

  private static func shortened(_ name: String) -> String {
    name.utf8.count <= maximumNameLength
      ? name : String(decoding: name.utf8.prefix(maximumNameLength), as: UTF8.self) + "…"
  }
}
