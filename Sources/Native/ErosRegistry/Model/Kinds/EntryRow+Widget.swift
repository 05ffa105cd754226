import ErosConfig
import ErosCore

extension EntryRow {
  /// A Rexxar widget: native behavior that a page starts by navigating to an address.
  static let widget = EntryRow(
    noun: "widget", subject: "a widget", nameNoun: "widget path", members: [.parameter],
    listsParameters: true, keepsOrder: true,
    paths: Paths(rule: .widgetPath),
    bases: [.ios: ["RXRWidget"], .android: ["RexxarWidget"]],
    skeleton: Skeleton(
      argument: "widget", template: "Widget", suffix: "Widget",
      context: { _, widget, _ in widget.skeleton }),
    reference: Reference(
      page: "widgets", title: "Widgets",
      introduction: "A page starts a widget by navigating to its address.", language: "http",
      usage: { widget, _ in [widget.path.value] }),
    read: { reader, fields, _ in reader.widget(&fields) })
}

private struct WidgetDetails: EntryDetails {
  let path: String
  let order: Int

  var manifest: [String: JSONValue] { ["path": .string(path), "order": .integer(order)] }
}

extension RegistryParser {
  fileprivate mutating func widget(_ reader: inout JSONFields) -> Entry? {
    let name = reader.name("name", .identifier, isRequired: true, log: log)
    let path = path(&reader, .widgetPath)
    let facts = facts(&reader)
    let params = arguments(&reader, "params") ?? []
    let order = Int(reader.collect { try $0.optionalInteger("order") } ?? 0)
    guard let name, let path else { return nil }
    return Entry(
      kind: .widget, title: name, names: [path], facts: facts,
      members: params.map {
        EntryMember(
          kind: .parameter, name: $0.name, declaredType: $0.type, isRequired: !$0.isOptional,
          doc: $0.doc)
      }, details: WidgetDetails(path: path.value, order: order))
  }
}

extension Entry {
  /// The values for the templates of a widget's class.
  fileprivate var skeleton: TemplateContext {
    [
      "path": .text(path.value),
      "params": .objects(
        members(.parameter).map { param in
          let variable = TypeScriptNames.pascalCase(param.name.value).lowercasedFirst + "Param"
          return ["name": .text(param.name.value), "variable": .text(variable)]
        }),
    ]
  }
}
