import ErosCore

/// Reduces module names from build tools to paths.
package enum ModuleName {
  /// Returns the path in a name such as `webpack://app/./src/a.js`.
  ///
  /// Further examples: `./loader.js!./src/a.vue?1a2b` and `../node_modules/b/c.js`.
  package static func path(in name: String) -> String {
    var path = Substring(name)
    if let mark = path.lastIndex(of: "!") { path = path[path.index(after: mark)...] }
    if let mark = path.firstRange(of: "://") {
      path = path[mark.upperBound...]
      // The app's name, possibly empty.
      if let slash = path.firstIndex(of: "/") { path = path[path.index(after: slash)...] }
    }
    let components = path.split(separator: "/").filter { $0 != "." && $0 != ".." }
    guard !components.isEmpty else { return name }
    // webpack appends a query or hash to parts of a single-file component.
    let last = components[components.count - 1].prefix { $0 != "?" }
    return (components.dropLast() + [last]).joined(separator: "/")
  }
}
