package import ErosCore

package struct FilePosition: Hashable, Sendable, CustomStringConvertible {
  package let file: String
  package let position: TextPosition

  package init(file: String, position: TextPosition) {
    self.file = file
    self.position = position
  }

  package var description: String { "\(file.escapedForDisplay):\(position)" }

  package static func < (left: Self, right: Self) -> Bool {
    left.file == right.file ? left.position < right.position : inByteOrder(left.file, right.file)
  }
}

extension FilePosition: Comparable {}

/// A name and where it is in a source file.
package struct SourceName: Hashable, Sendable {
  package let value: String
  package let position: FilePosition

  package init(value: String, position: FilePosition) {
    self.value = value
    self.position = position
  }
}

/// A source file with an index of positions.
///
/// A line may be as long as the file, so columns are counted from the nearest indexed position.
package struct SourceFile: Sendable {
  private static let stride = 1 << 7

  package let path: String
  package let bytes: [UInt8]
  private let positions: [TextPosition]

  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    positions = TextPosition.positions(
      ofBytes: Array(Swift.stride(from: 0, through: bytes.count, by: Self.stride)), in: bytes)
  }

  package func position(at offset: Int) -> FilePosition {
    let index = min(offset, bytes.count) / Self.stride
    var position = positions[index]
    position.advance(from: index * Self.stride, to: offset, in: bytes)
    return FilePosition(file: path, position: position)
  }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  package func mentions(_ text: String) -> Bool { mentions(anyOf: [text]) }

  package func mentions(anyOf texts: [String], in range: Range<Int>? = nil) -> Bool {
    let texts = texts.map { Array($0.utf8) }
    var isStart = [Bool](repeating: false, count: 256)
    for text in texts { isStart[Int(text[0])] = true }
    let range = range ?? 0..<bytes.count
    let spanSlice = bytes[...]
    let span = spanSlice.span
    for start in range where isStart[Int(span[start])] {
      for text in texts where start + text.count <= range.upperBound {
        var count = 0
        while count < text.count, span[start + count] == text[count] { count += 1 }
        if count == text.count { return true }
      }
    }
    return false
  }
}
