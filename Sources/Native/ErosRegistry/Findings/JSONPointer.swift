import ErosCore

extension JSONObject {
  /// Returns the JSON pointer to the innermost value at a byte offset.
  ///
  /// A key belongs to its value.
  func pointer(toByte offset: Int) -> String {
    guard let index = members.index(atByte: offset, \.range) else { return "" }
    return "/" + members[index].key.pointerToken + members[index].node.pointer(toByte: offset)
  }
}

extension JSONNode {
  fileprivate func pointer(toByte offset: Int) -> String {
    switch value {
    case .object(let object):
      return object.pointer(toByte: offset)
    case .array(let nodes):
      guard let index = nodes.index(atByte: offset, \.range) else { return "" }
      return "/\(index)" + nodes[index].pointer(toByte: offset)
    default:
      return ""
    }
  }
}

extension Array {
  /// Finds the element at a byte offset by binary search.
  fileprivate func index(atByte offset: Int, _ range: (Element) -> Range<Int>) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if range(self[middle]).upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < count && range(self[low]).contains(offset) ? low : nil
  }
}

extension JSONObject.Member {
  fileprivate var range: Range<Int> {
    keyRange.lowerBound..<max(keyRange.lowerBound, node.range.upperBound)
  }
}

extension String {
  fileprivate var pointerToken: String {
    unicodeScalars.reduce(into: "") { token, scalar in
      switch scalar {
      case "~": token += "~0"
      case "/": token += "~1"
      default: token.unicodeScalars.append(scalar)
      }
    }
  }
}
