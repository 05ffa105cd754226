extension JSONValue {
  /// Compares two values, but ignores the order of keys.
  ///
  /// Numbers are equal if they have the same spelling.
  public func isEquivalent(to other: JSONValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)):
      left.count == right.count
        && zip(left, right).allSatisfy { $0.value.isEquivalent(to: $1.value) }
    case (.object(let left), .object(let right)):
      left.members.count == right.members.count
        && zip(left.sortedMembers, right.sortedMembers).allSatisfy {
          $0.key == $1.key && $0.node.value.isEquivalent(to: $1.node.value)
        }
    default: false
    }
  }
}

extension JSONObject {
  fileprivate var sortedMembers: [Member] { members.sorted { $0.key < $1.key } }
}
