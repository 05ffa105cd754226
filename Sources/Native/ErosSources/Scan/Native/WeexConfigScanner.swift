import ErosCore
import ErosRegistry
import ErosSyntax

/// Reads registrations from `weex_config_*.json` assets.
enum WeexConfigScanner {
  static func scan(_ file: SourceFile) -> SourceUnit {
    .reading(file, on: .android) { unit in
      let root = try JSONReader.read(file.bytes, file: file.path).value.object
      for (key, kind) in [("modules", SourceRegistration.Kind.module), ("components", .component)] {
        for node in root?[key]?.array ?? [] {
          guard let entry = node.value.object, let name = entry["name"]?.string,
            let className = entry["className"]?.string
          else { continue }
          unit.register(
            kind, name, className, at: file.position(at: node.range.lowerBound),
            appendTree: entry["appendTree"]?.bool)
        }
      }
    }
  }
}
