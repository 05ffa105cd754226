import ErosCore
import ErosRegistry

/// Gives every interface of the declarations a name of its own.
struct TypeScriptNames {
  private var taken: Set<String> = [
    "Callback", "KeepAliveCallback", "Modules", "Components", "Supported", "Weex",
    // What the declarations use of the language's own.
    "Record",
  ]

  /// A name that is not taken yet, with none of `suffixes` behind it: `wanted`, or with a number.
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

  /// `acme-chart` as `AcmeChart`, and `_1` as `_1`: no name begins with a digit.
  static func pascalCase(_ name: String) -> String {
    let joined = name.split { $0 == "-" || $0 == "_" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return joined.utf8.first.map(\.isDigit) == true ? "_" + joined : joined
  }

  /// A member's name: quoted when it is no identifier.
  static func key(_ name: String) -> String {
    name.utf8.allSatisfy(\.isIdentifierPart)
      && name.utf8.first.map(\.isIdentifierStart)
        ?? false
      ? name : "'\(Escaping.javaScript(name))'"
  }

  /// An argument's name: words of the language get a mark behind them.
  static func argument(_ name: String) -> String {
    ReservedWords.javaScript.contains(name) ? name + "_" : name
  }
}
