import ErosCore

extension CommandDescription {
  /// An argument, as the argument parser describes it for tools.
  struct Argument: Decodable {
    struct Name: Decodable {
      let kind: String
      let name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    enum Kind: String, Decodable {
      case positional, option, flag
    }

    let kind: Kind
    let shouldDisplay: Bool
    /// The title of the group of options.
    var sectionTitle: String?
    let isOptional: Bool
    let isRepeating: Bool
    let names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    let abstract: String?
    /// The flag with the opposite meaning, such as `--no-legacy`.
    var inversion: String?
  }
}

extension CommandDescription.Argument {
  /// The flags that all commands have.
  static let ofAllCommands = [
    flag("V", "version", "Show the version."), flag("h", "help", "Show help information."),
  ]

  private static func flag(_ short: String, _ long: String, _ abstract: String) -> Self {
    Self(
      kind: .flag, shouldDisplay: true, sectionTitle: OutputOptions.title, isOptional: true,
      isRepeating: false,
      names: [Name(kind: "short", name: short), Name(kind: "long", name: long)],
      abstract: abstract)
  }

  /// The names and the value, such as `-o, --output <output>`.
  ///
  /// Flags have no value.
  var synopsis: String {
    let names = names ?? []
    let text = (names.filter { $0.kind == "short" } + names.filter { $0.kind != "short" })
      .map(\.text).joined(separator: ", ")
    return [text + inversionText, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
  }

  /// The argument as the command's synopsis shows it.
  var usage: String {
    let text =
      [preferredName + inversionText, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ")
      + (isRepeating ? " ..." : "")
    return isOptional ? "[\(text)]" : text
  }

  private var value: String? { kind == .flag ? nil : "<\(valueName ?? "value")>" }

  private var inversionText: String { inversion.map { "/" + $0 } ?? "" }

  /// The name with two dashes, or else the first one.
  ///
  /// Empty for a positional argument.
  var preferredName: String {
    (names?.first { $0.kind == "long" } ?? names?.first)?.text ?? ""
  }

  /// Returns `true` if this flag turns off what `flag` turns on.
  func isInversion(of flag: Self) -> Bool {
    kind == .flag && abstract == flag.abstract
      && preferredName == "--no-" + flag.preferredName.drop { $0 == "-" }
  }

  /// The possible values, unless the description lists them, and the default.
  var notes: Message? {
    let values =
      (allValues ?? []).allSatisfy { (abstract ?? "").contains($0) }
      ? nil : allValues?.joined(separator: ", ")
    return switch (values, defaultValue) {
    case (nil, nil): nil
    case (let values?, nil): "(values: \(values))"
    case (nil, let value?): "(default: \(value))"
    case (let values?, let value?): "(values: \(values); default: \(value))"
    }
  }

  /// The description with the notes, in English.
  var text: String {
    (abstract ?? "") + (notes.map { " \($0)" } ?? "")
  }
}
