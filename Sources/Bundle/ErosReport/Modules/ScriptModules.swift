import ErosCore
import ErosSourceMaps

/// Modules that a build tool put into a script.
struct ScriptModules: Hashable, Sendable {
  /// Source of names and sizes.
  enum Origin: String, Sendable {
    /// A source map.
    case sourceMap
    /// A table of modules in webpack's output.
    case webpack
    /// Comments that name modules, as esbuild, Rolldown and webpack write them.
    case comments
  }

  struct Module: Hashable, Sendable {
    /// Path or number.
    ///
    /// Names from a bundle are not trusted.
    let name: String
    /// Bytes in the script.
    let size: UInt64
  }

  let origin: Origin
  /// Modules, largest first.
  ///
  /// Their sizes add up to the script's size.
  let modules: [Module]

  /// Maximum number of modules in a script.
  ///
  /// The smallest ones are merged.
  static let maximumCount = 2000
  /// Maximum length of a name in bytes.
  static let maximumNameLength = 500
  /// Name for bytes that belong to no module, such as a build tool's run time.
  static let restName = SourceMap.unnamedSource

  /// Merges modules with equal names in a script of `total` bytes.
  ///
  /// - Returns: `nil` if there are no modules.
  init?(_ origin: Origin, _ sizes: some Sequence<(name: String, size: Int)>, total: Int) {
    var merged: [String: Int] = [:]
    for (name, size) in sizes where size > 0 { merged[Self.shortened(name), default: 0] += size }
    guard !merged.isEmpty else { return nil }
    let sorted = merged.sorted {
      $0.value == $1.value ? inByteOrder($0.key, $1.key) : $0.value > $1.value
    }
    let topModules = sorted.prefix(Self.maximumCount)
    let restSize = total - topModules.reduce(0) { $0 + $1.value }
    guard restSize >= 0 else { return nil }
    self.origin = origin
    modules =
      topModules.map { Module(name: $0.key, size: UInt64($0.value)) }
      + (restSize > 0 ? [Module(name: Self.restName, size: UInt64(restSize))] : [])
  }

  private static func shortened(_ name: String) -> String {
    name.utf8.count <= maximumNameLength
      ? name : String(decoding: name.utf8.prefix(maximumNameLength), as: UTF8.self) + "…"
  }
}
