package import ErosCore
package import ErosSyntax

/// A value in a table of uni-app's plugins, which is JSON or a property list.
package protocol PluginTableNode {
  var range: Range<Int> { get }
  var text: String? { get }
  var items: [Self]? { get }
  var pairs: [(key: String, node: Self)]? { get }
  /// The kind of value with its article, such as `a string`.
  var kindName: Message { get }
  subscript(key: String) -> Self? { get }
}

extension JSONNode: PluginTableNode {
  package var text: String? { value.string }
  package var kindName: Message { value.kindName }
  package var items: [JSONNode]? { value.array }
  package var pairs: [(key: String, node: JSONNode)]? {
    value.object?.members.map { ($0.key, $0.node) }
  }
  package subscript(key: String) -> JSONNode? { value.object?.node(of: key) }
}

extension PropertyListNode: PluginTableNode {
  package var text: String? { string }
  package var items: [PropertyListNode]? { array }
  package var pairs: [(key: String, node: PropertyListNode)]? {
    dictionary?.map { ($0.key, $0.node) }
  }
}

/// An entry in a file, with all its keys.
typealias PluginRow = [String: String]

extension PluginTableNode {
  /// The rows of a list `plugins`, or `nil` for what is not an object of strings.
  var rows: [PluginRow?] {
    (items ?? []).map { row in
      row.pairs.flatMap { pairs in
        let values = pairs.compactMap { key, node in node.text.map { (key, $0) } }
        return values.count == pairs.count ? Dictionary(values, uniquingKeysWith: { $1 }) : nil
      }
    }
  }
}
