import ErosConfig
import ErosCore
import ErosRegistry

extension NativeConfig {
  /// Returns the text with the members and elements that only `new` has.
  ///
  /// Each array and object in `new` must start with what its counterpart in ``root`` contains.
  func text(adding new: JSONObject) -> [UInt8] {
    var edit = JSONEdit(text, file: file)
    // Later bytes are changed first, so that earlier ranges stay valid.
    let members = new.members.filter { root.node(of: $0.key) == nil }
    edit.append(
      members.map { ($0.key, $0.node.value) }, to: JSONNode(.object(root), range: rootRange))
    let changes = new.members.compactMap { member in
      root.node(of: member.key).map { ($0, Self.additions(to: $0.value, in: member.node.value)) }
    }
    for (node, additions) in changes.sorted(by: { $0.0.range.lowerBound > $1.0.range.lowerBound }) {
      edit.append(additions, to: node)
    }
    return edit.bytes
  }

  /// Returns the members or elements that `new` appends to `old`.
  private static func additions(
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
}
