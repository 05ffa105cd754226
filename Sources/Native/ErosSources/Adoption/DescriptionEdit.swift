import ErosConfig
import ErosCore

/// Edits a configuration's text by inserting members and elements, and nothing else.
struct DescriptionEdit {
  private let config: NativeConfig
  private let text: [UInt8]
  private let indent: String

  init(of config: NativeConfig) {
    self.config = config
    text = config.text
    indent = Self.indent(of: config)
  }

  /// Returns the text of `old` with the members and elements that only `new` has.
  ///
  /// Each array and object in `new` must start with what its counterpart in `old` contains.
  func text(adding new: JSONObject, to old: JSONObject) -> [UInt8] {
    var changes = TextChanges()
    for member in new.members {
      guard let node = old.node(of: member.key) else { continue }
      let added = Self.added(to: node.value, in: member.node.value)
      insert(added, into: node.value, at: node.range, depth: 1, &changes)
    }
    let members = new.members.filter { old.node(of: $0.key) == nil }.map { ($0.key, $0.node.value) }
    insert(members, into: .object(old), at: config.rootRange, depth: 0, &changes)
    return changes.applied(to: text)
  }

  /// Returns the members or elements that `new` appends to `old`.
  private static func added(
    to old: JSONValue, in new: JSONValue
  ) -> [(key: String?, value: JSONValue)] {
    switch (old, new) {
    case (.array(let old), .array(let new)):
      new.dropFirst(old.count).map { (nil, $0.value) }
    case (.object(let old), .object(let new)):
      new.members.dropFirst(old.members.count).map { ($0.key, $0.node.value) }
    default: []
    }
  }

  private func insert(
    _ added: [(key: String?, value: JSONValue)], into value: JSONValue, at range: Range<Int>,
    depth: Int, _ changes: inout TextChanges
  ) {
    guard !added.isEmpty, !range.isEmpty else { return }
    let lines = added.map { key, value in
      let inner = String(repeating: indent, count: depth + 1)
      let name = key.map { key in
        String(decoding: JSONWriter.write(.string(key), layout: .compact), as: UTF8.self) + ": "
      }
      return inner + (name ?? "") + pretty(value, indentedBy: inner)
    }.joined(separator: ",\n")
    let last = value.array?.last?.range ?? value.object?.members.last?.node.range
    if let last { return changes.insert(",\n" + lines, at: last.upperBound) }
    changes.insert(
      "\n" + lines + "\n" + String(repeating: indent, count: depth), at: range.lowerBound + 1)
  }

  /// Returns the value as indented JSON.
  ///
  /// All lines but the first start with `prefix`.
  private func pretty(_ value: JSONValue, indentedBy prefix: String) -> String {
    let text = String(decoding: JSONWriter.write(value, layout: .pretty), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { index, line in
      guard index > 0 else { return String(line) }
      let spaces = line.prefix { $0 == " " }.count
      return prefix + String(repeating: indent, count: spaces / 2) + line.dropFirst(spaces)
    }.joined(separator: "\n")
  }

  /// Returns the white space before the root's first member, or two spaces.
  private static func indent(of config: NativeConfig) -> String {
    let standard = "  "
    guard let start = config.root.members.first?.keyRange.lowerBound, start > 0 else {
      return standard
    }
    let space = config.text[..<start].reversed().prefix { $0 == 0x20 || $0 == 0x09 }
    let before = start - space.count - 1
    guard !space.isEmpty, before >= 0, config.text[before] == 0x0A else { return standard }
    return String(decoding: space.reversed(), as: UTF8.self)
  }
}
