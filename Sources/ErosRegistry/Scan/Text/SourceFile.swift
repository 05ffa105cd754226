import ErosCore

/// A place in a source, as findings name it.
struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  let file: String
  let position: TextPosition

  var description: String { "\(file.escapedForDisplay):\(position)" }

  static func < (left: Self, right: Self) -> Bool {
    left.file == right.file ? left.position < right.position : inByteOrder(left.file, right.file)
  }
}

extension SourcePlace: Comparable {}

/// A name in a source, and where it stands.
struct SourceName: Hashable, Sendable {
  let value: String
  let place: SourcePlace
}

/// The text of a source file, in which places are found quickly.
///
/// A line may be as long as the file, so columns are counted from the last of many known places.
struct SourceFile: Sendable {
  private static let stride = 1 << 7

  let path: String
  let bytes: [UInt8]
  private let known: [TextPosition]

  init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
    known = TextPosition.positions(
      ofBytes: Array(Swift.stride(from: 0, through: bytes.count, by: Self.stride)), in: bytes)
  }

  func place(at offset: Int) -> SourcePlace {
    let index = min(offset, bytes.count) / Self.stride
    var position = known[index]
    position.advance(from: index * Self.stride, to: offset, in: bytes)
    return SourcePlace(file: path, position: position)
  }
}
