import ErosCore
import ErosRegistry
import ErosSyntax

/// A scanner for the native names that a JavaScript, TypeScript or Vue file uses.
struct JSScanner {
  private static let suffixes = [".js", ".vue", ".we", ".ts", ".tsx", ".jsx"]

  static func reads(_ name: String) -> Bool {
    suffixes.contains { name.ends(with: $0) } && !name.ends(with: ".d.ts")
  }

  static func scan(_ file: SourceFile) -> JSUses {
    var uses = JSUses()
    guard file.path.ends(with: ".vue") || file.path.ends(with: ".we") else {
      var script = ScriptScanner(SourceTokens(file, .javaScript))
      script.run()
      uses.uses = script.uses
      uses.findings = script.findings
      uses.ownTags = script.ownTags
      return uses
    }
    var document = VueDocument(file)
    document.run()
    uses.findings = document.findings
    for range in document.scripts {
      var script = ScriptScanner(SourceTokens(file, .javaScript, in: range))
      script.run()
      uses.uses += script.uses
      uses.findings += script.findings
      uses.ownTags.formUnion(script.ownTags)
      document.localTags.formUnion(script.localTags)
    }
    // Tags that the file itself defines are not native.
    uses.uses += document.uses.filter { use in
      switch use.need {
      case .component(let name), .attribute(let name, _), .event(let name, _):
        !document.localTags.contains(kebab(name))
      default: true
      }
    }
    uses.uses.sort { $0.location < $1.location }
    return uses
  }

  /// Converts `WxcButton` to `wxc-button`.
  static func kebab(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      if ("A"..."Z").contains(scalar) {
        if !result.isEmpty, !result.hasSuffix("-") { result += "-" }
        result += String(scalar).lowercased()
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
