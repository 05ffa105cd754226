/// A reader for binary property lists that can replace one string.
///
/// All offsets, counts and references are checked, and the total number of values and the total length
/// of strings are limited, so a hostile list costs bounded time.
package struct BinaryPropertyList {
  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// The maximum number of values, counting a shared value at each reference.
  private static let valueLimit = 100_000
  /// The maximum number of bytes in strings, counting a shared string at each reference.
  private static let textLimit = 64 << 20

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let rootIndex: Int
  private let tableOffset: Int
  /// The offsets of the objects.
  private let offsets: [Int]

  package init(_ bytes: [UInt8]) throws(SyntaxFailure) {
    self.bytes = bytes
    guard bytes.starts(with: Self.header) else {
      throw Self.damage(0, "unsupported format version; only version 00 is supported")
    }
    let trailer = bytes.count - Self.trailerSize
    guard trailer >= Self.header.count else { throw Self.damage(0, "the trailer is missing") }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw Self.damage(trailer + 6, "the offset or reference size is not 1 to 8 bytes")
    }
    let count = try Self.number(bytes, at: trailer + 8, size: 8)
    rootIndex = try Self.number(bytes, at: trailer + 16, size: 8)
    tableOffset = try Self.number(bytes, at: trailer + 24, size: 8)
    guard count > 0, rootIndex < count else {
      throw Self.damage(trailer + 16, "the root object does not exist")
    }
    guard tableOffset >= Self.header.count, tableOffset <= trailer,
      count <= (trailer - tableOffset) / offsetSize
    else { throw Self.damage(trailer + 24, "the offset table is outside the file") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      let entry = tableOffset + index * offsetSize
      let offset = try Self.number(bytes, at: entry, size: offsetSize)
      guard offset >= Self.header.count, offset < tableOffset else {
        throw Self.damage(entry, "object \(index) is outside the object table")
      }
      offsets.append(offset)
    }
    self.offsets = offsets
  }

  private static func damage(_ byte: Int, _ reason: String) -> SyntaxFailure {
    .init(.damagedBinary(byte: byte, reason: reason), at: byte)
  }

  private static func number(
    _ bytes: [UInt8], at offset: Int, size: Int
  ) throws(SyntaxFailure) -> Int {
    guard offset >= 0, size <= bytes.count - offset else {
      throw damage(min(offset, bytes.count), "truncated number")
    }
    let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw damage(offset, "number too large") }
    return number
  }
}

// MARK: - Reading

extension BinaryPropertyList {
  /// The root value; the range of a string is that of its characters.
  package var root: PropertyListNode {
    get throws(SyntaxFailure) {
      var amount = Amount()
      return try node(rootIndex, depth: 0, amount: &amount)
    }
  }

  /// The totals read so far.
  private struct Amount {
    var values = 0
    var text = 0
  }

  private func node(
    _ index: Int, depth: Int, amount: inout Amount
  ) throws(SyntaxFailure) -> PropertyListNode {
    let start = offsets[index]
    let object = try self.object(at: start)
    amount.values += 1
    if object.marker == 0x50 || object.marker == 0x60 { amount.text += object.content.count }
    let isInBounds = amount.values <= Self.valueLimit && amount.text <= Self.textLimit
    guard depth < PropertyListNode.depthLimit, isInBounds else {
      // A list that contains itself also reaches a limit.
      throw Self.damage(start, "too many nested values or too much text")
    }
    switch object.marker {
    case 0x50:
      let text = bytes[object.content]
      guard text.allSatisfy({ $0 < 0x80 }) else {
        throw Self.damage(start, "an ASCII string contains other bytes")
      }
      return .init(value: .string(String(decoding: text, as: UTF8.self)), range: object.content)
    case 0x60:
      let units = stride(from: object.content.lowerBound, to: object.content.upperBound, by: 2)
        .map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
      return .init(value: .string(String(decoding: units, as: UTF16.self)), range: object.content)
    case 0xA0:
      var nodes: [PropertyListNode] = []
      for reference in try references(object) {
        nodes.append(try node(reference, depth: depth + 1, amount: &amount))
      }
      return .init(value: .array(nodes), range: object.range)
    case 0xD0:
      return try dictionary(object, depth: depth, amount: &amount)
    default:
      return .init(value: .other, range: object.range)
    }
  }

  private func dictionary(
    _ object: Object, depth: Int, amount: inout Amount
  ) throws(SyntaxFailure) -> PropertyListNode {
    let references = try references(object)
    let count = references.count / 2
    var members: [PropertyListNode.Member] = []
    var keys: Set<String> = []
    for index in 0..<count {
      let key = try node(references[index], depth: depth + 1, amount: &amount)
      guard let name = key.string else {
        throw Self.damage(key.range.lowerBound, "a key is not a string")
      }
      guard keys.insert(name).inserted else {
        throw .init(.duplicateKey(name), at: key.range.lowerBound)
      }
      let value = try node(references[count + index], depth: depth + 1, amount: &amount)
      members.append(.init(key: name, node: value))
    }
    return .init(value: .dictionary(members), range: object.range)
  }

  /// An object at an offset.
  private struct Object {
    /// The high four bits of the first byte.
    let marker: UInt8
    /// The bytes of the object.
    let range: Range<Int>
    /// The bytes after the marker and the length.
    let content: Range<Int>
  }

  private func object(at start: Int) throws(SyntaxFailure) -> Object {
    let marker = bytes[start] & 0xF0
    let width: Int
    switch marker {
    case 0x50, 0x40: width = 1
    case 0x60: width = 2
    case 0xA0, 0xC0: width = referenceSize
    case 0xD0: width = 2 * referenceSize
    case 0x10, 0x20, 0x80:
      // The low four bits are the exponent of the length, or the length minus 1 for UIDs.
      let low = Int(bytes[start] & 0x0F)
      guard low < 5 || marker == 0x80 else { throw Self.damage(start, "number too long") }
      return try content(marker, start, from: start + 1, marker == 0x80 ? low + 1 : 1 << low)
    case 0x30: return try content(marker, start, from: start + 1, 8)
    case 0x00: return try content(marker, start, from: start + 1, 0)
    default: throw Self.damage(start, "unknown object type")
    }
    var count = Int(bytes[start] & 0x0F)
    var from = start + 1
    if count == 0x0F {
      guard from < tableOffset, bytes[from] & 0xF0 == 0x10, bytes[from] & 0x0F <= 3 else {
        throw Self.damage(from, "a length is not a number")
      }
      let size = 1 << Int(bytes[from] & 0x0F)
      count = try Self.number(bytes, at: from + 1, size: size)
      from += 1 + size
    }
    guard count <= bytes.count / width else { throw Self.damage(start, "object too long") }
    return try content(marker, start, from: from, count * width)
  }

  private func content(
    _ marker: UInt8, _ start: Int, from: Int, _ size: Int
  ) throws(SyntaxFailure) -> Object {
    guard from <= tableOffset, size <= tableOffset - from else {
      throw Self.damage(start, "an object extends past the object table")
    }
    return Object(marker: marker, range: start..<(from + size), content: from..<(from + size))
  }

  private func references(_ object: Object) throws(SyntaxFailure) -> [Int] {
    var references: [Int] = []
    for offset in stride(
      from: object.content.lowerBound, to: object.content.upperBound, by: referenceSize)
    {
      let index = try Self.number(bytes, at: offset, size: referenceSize)
      guard index < offsets.count else {
        throw Self.damage(offset, "object \(index) does not exist")
      }
      references.append(index)
    }
    return references
  }
}

// MARK: - Editing

extension BinaryPropertyList {
  /// Returns the list with another string for a key of its root.
  ///
  /// Other objects keep their bytes; only the offset table changes. Equal strings may share an object;
  /// in this case, the key gets a new object.
  package func replacing(_ key: String, with text: String) throws(SyntaxFailure) -> [UInt8] {
    let root = try object(at: offsets[rootIndex])
    let references = try references(root)
    let count = references.count / 2
    var amount = Amount()
    for index in 0..<count
    where try node(references[index], depth: 0, amount: &amount).string == key {
      let value = references[count + index]
      let reference = root.content.lowerBound + (count + index) * referenceSize
      return try timesUsed(value) == 1
        ? replacing(object: value, with: Self.object(of: text))
        : adding(Self.object(of: text), referredToAt: reference)
    }
    throw Self.damage(root.range.lowerBound, "missing key '\(key)'")
  }

  /// Returns the number of references to an object.
  private func timesUsed(_ index: Int) throws(SyntaxFailure) -> Int {
    var times = 0
    var size = 0
    for offset in Set(offsets) {
      let object = try object(at: offset)
      guard [0xA0, 0xC0, 0xD0].contains(object.marker) else { continue }
      // Overlapping objects would be read repeatedly.
      size += object.range.count
      guard size <= tableOffset else { throw Self.damage(offset, "overlapping objects") }
      times += try references(object).count { $0 == index }
    }
    // Several table entries may refer to one object.
    return times + offsets.count { $0 == offsets[index] } - 1
  }

  private static func object(of text: String) -> [UInt8] {
    let content = Array(text.utf8)
    let short = 0x0F
    let marker: [UInt8] =
      content.count < short
      ? [0x50 | UInt8(content.count)] : [0x5F, 0x10, UInt8(truncatingIfNeeded: content.count)]
    return marker + content
  }

  private func replacing(
    object index: Int, with object: [UInt8]
  ) throws(SyntaxFailure) -> [UInt8] {
    let old = try self.object(at: offsets[index]).range
    let grown = object.count - old.count
    let objects = bytes[..<old.lowerBound] + object + bytes[old.upperBound..<tableOffset]
    return written(
      Array(objects), offsets: offsets.map { $0 > old.lowerBound ? $0 + grown : $0 })
  }

  private func adding(
    _ object: [UInt8], referredToAt reference: Int
  ) throws(SyntaxFailure) -> [UInt8] {
    let index = offsets.count
    guard referenceSize == 8 || index < 1 << (8 * referenceSize) else {
      throw .init(.noRoom(reason: "its references cannot address more objects"), at: 0)
    }
    var objects = Array(bytes[..<tableOffset])
    objects.replaceSubrange(
      reference..<(reference + referenceSize), with: Self.bigEndian(index, size: referenceSize))
    return written(objects + object, offsets: offsets + [objects.count])
  }

  private func written(_ objects: [UInt8], offsets: [Int]) -> [UInt8] {
    let largest = offsets.max() ?? 0
    let needed = (1...8).first { $0 == 8 || largest < 1 << (8 * $0) } ?? 8
    let size = max(offsetSize, needed)
    var result = objects
    for offset in offsets { result += Self.bigEndian(offset, size: size) }
    result += bytes[(bytes.count - Self.trailerSize)..<(bytes.count - Self.trailerSize + 6)]
    result += [UInt8(size), UInt8(referenceSize)]
    for number in [offsets.count, rootIndex, objects.count] {
      result += Self.bigEndian(number, size: 8)
    }
    return result
  }

  private static func bigEndian(_ number: Int, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
