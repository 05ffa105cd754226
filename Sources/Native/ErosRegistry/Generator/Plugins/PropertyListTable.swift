import ErosCore
import ErosSyntax

/// The array `dcloud_uniplugins` in an XML property list, whose other bytes stay as they are.
struct PropertyListTable {
  private(set) var bytes: [UInt8]
  private let file: String
  private let root: PropertyListNode
  private let newline: String

  /// Reads a property list.
  ///
  /// - Throws: `SyntaxError` if it is malformed or binary.
  ///   ``GeneratorError/unusableTable(_:reason:remedy:)`` if it is not XML.
  init(_ bytes: [UInt8], file: String) throws {
    self.bytes = bytes
    self.file = file
    root = try PropertyList(bytes, file: file).root
    newline = bytes.lineEnd
    guard bytes[root.range].first == UInt8(ascii: "<") else {
      throw GeneratorError.unusableTable(
        file, reason: "the property list is not XML",
        remedy: "convert it with `plutil -convert xml1`")
    }
  }

  /// Changes the lists of the description.
  mutating func merge(_ list: PluginList) throws {
    guard let table = root[PluginTableName.propertyListKey] else {
      if !list.entries.isEmpty {
        let lines = ["<array>"] + Self.plugin(list.entries).indented + ["</array>"]
        append(["<key>\(PluginTableName.propertyListKey)</key>"] + lines, to: root, named: "dict")
      }
      return
    }
    guard let plugins = table.array else {
      throw GeneratorError.notArray(file, PluginTableName.propertyListKey, kind: table.kindName)
    }
    let lists = plugins.compactMap { $0["plugins"] }
    let (parts, new) = list.distributed(over: lists.map(\.rows))
    // Later bytes are changed first, so that earlier ranges stay valid.
    if !new.isEmpty { append(Self.plugin(new), to: table, named: "array") }
    for case (let node, let part?) in zip(lists, parts).reversed()
    where !part.isSame(as: node.rows) {
      replace(node.range, with: Self.list(part), in: bytes.indentation(at: node.range.lowerBound))
    }
  }

  private static func plugin(_ entries: [PluginEntry]) -> [String] {
    ["<dict>"] + (["<key>plugins</key>"] + list(entries)).indented + ["</dict>"]
  }

  private static func list(_ entries: [PluginEntry]) -> [String] {
    let rows = entries.flatMap { entry in
      ["<dict>"]
        + zip(PluginEntry.keys, entry.values).flatMap { key, value in
          ["<key>\(key)</key>", "<string>\(Escaping.xml(value))</string>"]
        }.indented + ["</dict>"]
    }
    return ["<array>"] + rows.indented + ["</array>"]
  }

  /// Inserts lines before the end tag of an element.
  private mutating func append(_ lines: [String], to node: PropertyListNode, named name: String) {
    let outer = bytes.indentation(at: node.range.lowerBound)
    let end = bytes[node.range].lastIndex(of: UInt8(ascii: "<")) ?? node.range.lowerBound
    // Without an end tag, the element is empty, such as `<array/>`.
    if end == node.range.lowerBound {
      return replace(node.range, with: ["<\(name)>"] + lines.indented + ["</\(name)>"], in: outer)
    }
    let text = lines.indented.map { outer + $0 + newline }.joined()
    let start = bytes[..<end].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let isOnLine = start.map { bytes[$0] == UInt8(ascii: "\n") } ?? false
    let place = isOnLine ? (start ?? 0) + 1 : end
    bytes.replaceSubrange(place..<place, with: ((isOnLine ? "" : newline) + text).utf8)
  }

  private mutating func replace(
    _ range: Range<Int>, with lines: [String], in indentation: String
  ) {
    bytes.replaceSubrange(range, with: lines.joined(separator: newline + indentation).utf8)
  }
}

extension [String] {
  /// The lines one level deeper, as Xcode indents property lists.
  fileprivate var indented: [String] { map { "\t" + $0 } }
}
