import ErosCore
import ErosSyntax

/// An app's Gradle modules by folder, and whose classes each of them can use.
struct GradleModules: Sendable {
  private var scripts: [String: GradleModuleReferences] = [:]
  /// The settings, because they can move a module to a different folder.
  private var settings: [GradleModuleReferences] = []

  mutating func add(_ file: SourceFile) {
    let name = file.path.lastPathComponent
    if name.begins(with: "settings.gradle") {
      settings.append(GradleModuleReferences(file))
    } else if name.begins(with: "build.gradle") {
      scripts[file.path.parentPath] = GradleModuleReferences(file)
    }
  }

  /// Returns the folder above the last `src` in the path `out`, between slashes.
  static func folder(ofOutput out: String) -> String? {
    let path = "/" + out
    return path.ranges(of: "/src/").last.map { path[..<$0.lowerBound] + "/" }
  }

  /// Returns the folder of the module that contains `file`, or `nil` if its script was not read.
  private func module(of file: String) -> String? {
    scripts.keys.filter { file.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }

  func isSame(_ file: String, _ other: String) -> Bool { module(of: file) == module(of: other) }

  /// Returns `true` if code next to `file` can refer to a class in `other`.
  ///
  /// It also returns `true` if the scripts do not tell, for example because one was not read.
  func canUse(_ other: String, from file: String) -> Bool {
    guard let module = module(of: file), let target = self.module(of: other), module != target,
      !settings.contains(where: \.isOpen), ![module, target].contains(where: isRoot),
      let name = moduleName(target)
    else { return true }
    let folders = Dictionary(grouping: scripts.keys) { moduleName($0) ?? "" }
    // A script can also configure the modules below its folder.
    let moduleScripts = scripts.filter { file.hasPrefix($0.key + "/") }.values
    var visible: Set<String> = []
    var waiting = moduleScripts.reduce(into: Set<String>()) { $0.formUnion($1.used) }
    var isOpen = scripts[module]?.isOpen == true
    while let next = waiting.popFirst() {
      guard visible.insert(next).inserted else { continue }
      for script in folders[next, default: []].compactMap({ scripts[$0] }) {
        waiting.formUnion(script.exported)
        isOpen = isOpen || script.isOpen
      }
    }
    return isOpen || visible.contains(name)
  }

  /// Returns `true` if the folder contains further modules, whose scripts may be missing.
  private func isRoot(_ folder: String) -> Bool {
    scripts.keys.contains { $0.hasPrefix(folder + "/") }
  }

  private func moduleName(_ folder: String) -> String? {
    GradleModuleReferences.name(folder).map { name in
      settings.lazy.compactMap { $0.modulesByFolder[name] }.first ?? name
    }
  }
}
