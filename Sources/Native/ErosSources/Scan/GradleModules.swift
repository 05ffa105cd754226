import ErosCore
import ErosSyntax

/// The Gradle modules of an app, by folder, and the modules whose classes each can use.
struct GradleModules: Sendable {
  /// The modules that a script names with `project(':name')`.
  private struct Script: Sendable {
    var used: Set<String> = []
    /// The modules that users of this module can also use.
    var exported: Set<String> = []
  }

  private var scripts: [String: Script] = [:]

  mutating func add(_ file: SourceFile) {
    guard file.path.lastPathComponent.begins(with: "build.gradle") else { return }
    var script = Script()
    let tokens = SourceTokens(file, .javaScript)
    for index in 0..<tokens.count {
      guard let text = tokens.string(index), text.hasPrefix(":"), let name = Self.name(text)
      else { continue }
      // `api project(':core')` and `api(project(path: ':core'))`
      let before = Set(tokens.words(max(0, index - 6)..<index))
      guard before.contains("project") else { continue }
      script.used.insert(name)
      if !before.isDisjoint(with: ["api", "compile"]) { script.exported.insert(name) }
    }
    scripts[file.path.parentPath] = script
  }

  private static func name(_ path: String) -> String? {
    path.split(whereSeparator: { ":/".contains($0) }).last.map(String.init)
  }

  /// The folder of the module that contains `file`, or `nil` if its script was not read.
  private func module(of file: String) -> String? {
    scripts.keys.filter { file.hasPrefix($0 + "/") }.max { $0.utf8.count < $1.utf8.count }
  }

  /// Whether two files are in the same module.
  func isSame(_ file: String, _ other: String) -> Bool { module(of: file) == module(of: other) }

  /// Whether code in the module of `file` can refer to a class in `other`.
  ///
  /// Without the scripts of both modules, the result is `true`.
  func canUse(_ other: String, from file: String) -> Bool {
    guard let module = module(of: file), let target = self.module(of: other), module != target,
      let name = Self.name(target)
    else { return true }
    let exported = Dictionary(
      scripts.compactMap { path, script in Self.name(path).map { ($0, script.exported) } }
    ) { $0.union($1) }
    var visible: Set<String> = []
    var waiting = scripts[module]?.used ?? []
    while let next = waiting.popFirst() {
      if visible.insert(next).inserted { waiting.formUnion(exported[next] ?? []) }
    }
    return visible.contains(name)
  }
}
