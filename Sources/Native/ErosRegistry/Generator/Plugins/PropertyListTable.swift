import ErosCore
import ErosSyntax

/// The array `dcloud_uniplugins` in an XML property list, whose other bytes stay as they are.
struct PropertyListTable {
  static let key = "dcloud_uniplugins"

  private let bytes: [UInt8]
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
    newline = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    guard bytes[root.range].first == UInt8(ascii: "<") else {
      throw GeneratorError.unusableTable(
        file, reason: "the property list is not XML",
        remedy: "convert it with `plutil -convert xml1`")
    }
  }

  /// Returns the property list with the list of the description.
  func merging(_ list: PluginList) throws -> [UInt8] {
    let entries = list.entries
    guard let table = root[Self.key] else {
      let lines =
        ["<key>\(Self.key)</key>", "<array>"] + Self.plugin(entries).indented + ["</array>"]
      return entries.isEmpty ? bytes : append(lines, to: root, named: "dict")
    }
    guard let plugins = table.array else {
      throw GeneratorError.notArray(file, Self.key, kind: table.kindName)
    }
    let lists = plugins.compactMap { $0["plugins"] }
    if let present = lists.first(where: { list.owns(PluginRows.rows($0)) }) {
      if entries.isSame(as: PluginRows.rows(present)) { return bytes }
      return replace(
        present.range, with: Self.list(entries), in: indentation(at: present.range.lowerBound))
    }
    return entries.isEmpty ? bytes : append(Self.plugin(entries), to: table, named: "array")
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
  private func append(_ lines: [String], to node: PropertyListNode, named name: String) -> [UInt8] {
    let outer = indentation(at: node.range.lowerBound)
    let end = bytes[node.range].lastIndex(of: UInt8(ascii: "<")) ?? node.range.lowerBound
    // Without an end tag, the element is empty, such as `<array/>`.
    if end == node.range.lowerBound {
      return replace(node.range, with: ["<\(name)>"] + lines.indented + ["</\(name)>"], in: outer)
    }
    let text = lines.indented.map { outer + $0 + newline }.joined()
    let start = bytes[..<end].lastIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
    let isOnLine = start.map { bytes[$0] == UInt8(ascii: "\n") } ?? false
    var edited = bytes
    let place = isOnLine ? (start ?? 0) + 1 : end
    edited.replaceSubrange(place..<place, with: ((isOnLine ? "" : newline) + text).utf8)
    return edited
  }

  private func replace(
    _ range: Range<Int>, with lines: [String], in indentation: String
  ) -> [UInt8] {
    var edited = bytes
    edited.replaceSubrange(range, with: lines.joined(separator: newline + indentation).utf8)
    return edited
  }

  /// Returns the white space before the line of a byte.
  private func indentation(at offset: Int) -> String {
    let start = bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let spaces = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: spaces, as: UTF8.self)
  }
}

extension [String] {
  /// The lines one level deeper, as Xcode indents property lists.
  fileprivate var indented: [String] { map { "\t" + $0 } }
}
