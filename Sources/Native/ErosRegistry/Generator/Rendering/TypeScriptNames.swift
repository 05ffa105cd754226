import ErosCore

/// Gives every interface in the declarations a unique name.
struct TypeScriptNames {
  private var taken: Set<String> = [
    "Callback", "KeepAliveCallback", "Modules", "Components", "Supported", "Weex",
    // Built-in types in the declarations.
    "Record",
  ]

  /// Returns `wanted`, with a number if it is already used alone or with one of `suffixes`.
  mutating func take(_ wanted: String, suffixes: [String] = [""]) -> String {
    var name = wanted
    var number = 2
    while suffixes.contains(where: { taken.contains(name + $0) }) {
      name = "\(wanted)\(number)"
      number += 1
    }
    for suffix in suffixes { taken.insert(name + suffix) }
    return name
  }

  /// Returns `AcmeChart` for `acme-chart`, and `_1` for `1`: a name cannot start with a digit.
  static func pascalCase(_ name: String) -> String {
    let joined = name.split { $0 == "-" || $0 == "_" || $0 == "/" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.utf8.first.map(\.isDigit) == true ? "_" + joined : joined
  }

  /// Quotes a member's name if it is not an identifier.
  static func key(_ name: String) -> String {
    name.utf8.allSatisfy(\.isIdentifierPart)
      && name.utf8.first.map(\.isIdentifierStart)
        ?? false
      ? name : "'\(Escaping.javaScript(name))'"
  }

  /// Appends `_` to an argument that is a keyword.
  static func argument(_ name: String) -> String {
    ReservedWords.javaScript.contains(name) ? name + "_" : name
  }
}
