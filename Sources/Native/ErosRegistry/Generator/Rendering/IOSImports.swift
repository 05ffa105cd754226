import ErosCore

/// Imports in a generated iOS file, each once.
///
/// If everything that needs an import shares a condition, the import has it as well.
struct IOSImports {
  private let settings: GenerateSettings.IOS
  /// The conditions for each line.
  ///
  /// `nil` means always.
  private var lines: [String: Set<String?>] = [:]
  private var modules: [String: Set<String?>] = [:]

  init(settings: GenerateSettings.IOS) {
    self.settings = settings
  }

  /// Adds the import that declares `iosClass`.
  mutating func add(_ iosClass: IOSClass?) {
    guard let iosClass else { return }
    let condition = iosClass.condition?.value
    if let header = iosClass.header { add(header: header, condition) }
    if let module = iosClass.importedModule {
      modules[module, default: []].insert(condition)
      lines["@import \(module);", default: []].insert(condition)
    }
    let isNamed = iosClass.header != nil || iosClass.importedModule != nil
    if iosClass.isSwift, !isNamed, iosClass.lookup == .direct, let header = settings.swiftHeader {
      add(header: header, condition)
    }
  }

  /// Adds the imports that declare the handler's protocol and registry.
  mutating func add(handler: Entry) {
    let condition = handler.facts.ios?.condition?.value
    if let header = handler.iosHandler?.protocolHeader { add(header: header, condition) }
    if handler.iosHandler?.registry == .eros { add(header: "BMHandlerFactory.h", condition) }
  }

  mutating func add(framework: String) {
    modules[framework, default: []].insert(nil)
    add(header: "<\(framework)/\(framework).h>", nil)
  }

  private mutating func add(header: String, _ condition: String?) {
    let isFramework = header.utf8.first == UInt8(ascii: "<")
    lines[isFramework ? "#import \(header)" : "#import \"\(header)\"", default: []]
      .insert(condition)
  }

  var swiftModules: TemplateValue {
    .objects(
      modules.sorted { inByteOrder($0.key, $1.key) }
        .map { context(["module": .text($0.key)], $0.value) })
  }

  /// The lines for Objective-C: frameworks and modules, then the app's headers.
  var groups: TemplateValue {
    let sorted = lines.keys.sorted(by: inByteOrder)
    let projectImports = sorted.filter { $0.utf8.last == UInt8(ascii: "\"") }
    let others = sorted.filter { $0.utf8.last != UInt8(ascii: "\"") }
    return .list(
      [others, projectImports].filter { !$0.isEmpty }.map { group in
        .objects(group.map { context(["line": .text($0)], lines[$0] ?? [nil]) })
      })
  }

  private func context(_ import: TemplateContext, _ conditions: Set<String?>) -> TemplateContext {
    var context = `import`
    let condition =
      conditions.count == 1
      ? conditions.compactMap { $0 }.joined()
      : conditions.compactMap { $0.map { "(\($0))" } }.sorted(by: inByteOrder)
        .joined(separator: " || ")
    context["condition"] = conditions.contains(nil) ? TemplateValue.none : .text(condition)
    return context
  }
}
