import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for the registrations in `weex_config_*.json` assets.
enum WeexConfigScanner {
  static func scan(_ file: SourceFile) -> SourceUnit {
    var unit = SourceUnit(.android, file: file.path)
    let root: JSONNode
    do {
      root = try JSONReader.read(file.bytes, file: file.path)
    } catch {
      unit.findings.append(Finding(.sourceUnreadable, at: file.position(at: 0), error.problem))
      return unit
    }
    for (key, kind) in [("modules", SourceRegistration.Kind.module), ("components", .component)] {
      for node in root.value.object?[key]?.array ?? [] {
        guard let entry = node.value.object, let name = entry["name"]?.string,
          let className = entry["className"]?.string
        else { continue }
        unit.register(
          kind, name, className, at: file.position(at: node.range.lowerBound),
          appendTree: entry["appendTree"]?.bool)
      }
    }
    return unit
  }
}
