/// Reads binary property lists, and exchanges one string in them.
///
/// Every offset, count and reference is checked before it is used, and no object is read twice on the
/// way to another, so a hostile list costs no more than its length.
package struct BinaryPropertyList {
  private static let header = Array("bplist00".utf8)
  private static let trailerSize = 32
  /// How many values a list may hold once what is shared is counted each time.
  private static let valueLimit = 100_000
  /// How many bytes its strings may have once what is shared is counted each time.
  private static let textLimit = 64 << 20

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let rootIndex: Int
  private let tableOffset: Int
  /// Where each object begins.
  private let offsets: [Int]

  package init(_ bytes: [UInt8]) throws(SyntaxFailure) {
    self.bytes = bytes
    guard bytes.starts(with: Self.header) else {
      throw Self.damage(0, "only version 00 of the format is read")
    }
    let trailer = bytes.count - Self.trailerSize
    guard trailer >= Self.header.count else { throw Self.damage(0, "it has no trailer") }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw Self.damage(trailer + 6, "sizes of offsets are 1 to 8 bytes")
    }
    let count = try Self.number(bytes, at: trailer + 8, size: 8)
    rootIndex = try Self.number(bytes, at: trailer + 16, size: 8)
    tableOffset = try Self.number(bytes, at: trailer + 24, size: 8)
    guard count > 0, rootIndex < count else {
      throw Self.damage(trailer + 16, "the root is none of the objects")
    }
    guard tableOffset >= Self.header.count, tableOffset <= trailer,
      count <= (trailer - tableOffset) / offsetSize
    else { throw Self.damage(trailer + 24, "the table of offsets is not in the file") }
    var offsets: [Int] = []
    offsets.reserveCapacity(count)
    for index in 0..<count {
      let place = tableOffset + index * offsetSize
      let offset = try Self.number(bytes, at: place, size: offsetSize)
      guard offset >= Self.header.count, offset < tableOffset else {
        throw Self.damage(place, "object \(index) is outside of the objects")
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
      throw damage(min(offset, bytes.count), "a number is cut short")
    }
    let value = bytes[offset..<(offset + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw damage(offset, "a number is too large") }
    return number
  }
}

// MARK: - Reading

extension BinaryPropertyList {
  /// The whole list; the range of a string is that of its characters.
  package var root: PropertyListNode {
    get throws(SyntaxFailure) {
      var amount = Amount()
      return try node(rootIndex, depth: 0, amount: &amount)
    }
  }

  /// How much was read so far.
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
      // Also what a list that holds itself comes to.
      throw Self.damage(start, "it holds too many values inside each other")
    }
    switch object.marker {
    case 0x50:
      let text = bytes[object.content]
      guard text.allSatisfy({ $0 < 0x80 }) else { throw Self.damage(start, "it is not ASCII") }
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
      return .init(value: .array(nodes), range: object.whole)
    case 0xD0:
      return try dictionary(object, depth: depth, amount: &amount)
    default:
      return .init(value: .other, range: object.whole)
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
        throw Self.damage(key.range.lowerBound, "a key is no string")
      }
      guard keys.insert(name).inserted else {
        throw .init(.duplicateKey(name), at: key.range.lowerBound)
      }
      let value = try node(references[count + index], depth: depth + 1, amount: &amount)
      members.append(.init(key: name, node: value))
    }
    return .init(value: .dictionary(members), range: object.whole)
  }

  /// What stands at an offset.
  private struct Object {
    /// The upper half of its first byte.
    let marker: UInt8
    let whole: Range<Int>
    /// What follows the marker and the length.
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
      // A number of 1, 2, 4 … bytes; of UIDs the length itself.
      let low = Int(bytes[start] & 0x0F)
      guard low < 5 || marker == 0x80 else { throw Self.damage(start, "a number is too long") }
      return try content(marker, start, from: start + 1, marker == 0x80 ? low + 1 : 1 << low)
    case 0x30: return try content(marker, start, from: start + 1, 8)
    case 0x00: return try content(marker, start, from: start + 1, 0)
    default: throw Self.damage(start, "there is no such kind of object")
    }
    var count = Int(bytes[start] & 0x0F)
    var from = start + 1
    if count == 0x0F {
      guard from < tableOffset, bytes[from] & 0xF0 == 0x10, bytes[from] & 0x0F <= 3 else {
        throw Self.damage(from, "a length is no number")
      }
      let size = 1 << Int(bytes[from] & 0x0F)
      count = try Self.number(bytes, at: from + 1, size: size)
      from += 1 + size
    }
    guard count <= bytes.count / width else { throw Self.damage(start, "an object is too long") }
    return try content(marker, start, from: from, count * width)
  }

  private func content(
    _ marker: UInt8, _ start: Int, from: Int, _ size: Int
  ) throws(SyntaxFailure) -> Object {
    guard from <= tableOffset, size <= tableOffset - from else {
      throw Self.damage(start, "an object goes on behind the last one")
    }
    return Object(marker: marker, whole: start..<(from + size), content: from..<(from + size))
  }

  private func references(_ object: Object) throws(SyntaxFailure) -> [Int] {
    var references: [Int] = []
    for place in stride(
      from: object.content.lowerBound, to: object.content.upperBound, by: referenceSize)
    {
      let index = try Self.number(bytes, at: place, size: referenceSize)
      guard index < offsets.count else { throw Self.damage(place, "there is no object \(index)") }
      references.append(index)
    }
    return references
  }
}

// MARK: - Editing

extension BinaryPropertyList {
  /// The list with another string for a key of its root, and all else to the byte but the table of
  /// offsets, which has to follow.
  ///
  /// Equal strings are one object: one that something else refers to as well stays, and the key gets
  /// an object of its own.
  package func replacing(_ key: String, with text: String) throws(SyntaxFailure) -> [UInt8] {
    let root = try object(at: offsets[rootIndex])
    let references = try references(root)
    let count = references.count / 2
    var amount = Amount()
    for index in 0..<count
    where try node(references[index], depth: 0, amount: &amount).string == key {
      let value = references[count + index]
      let place = root.content.lowerBound + (count + index) * referenceSize
      return try timesUsed(value) == 1
        ? replacing(object: value, with: Self.object(of: text))
        : adding(Self.object(of: text), referredToAt: place)
    }
    throw Self.damage(root.whole.lowerBound, "there is no key '\(key)'")
  }

  /// How often an object is referred to by others.
  private func timesUsed(_ index: Int) throws(SyntaxFailure) -> Int {
    var times = 0
    var size = 0
    for offset in Set(offsets) {
      let object = try object(at: offset)
      guard [0xA0, 0xC0, 0xD0].contains(object.marker) else { continue }
      // Objects that lie in each other would be gone through again and again.
      size += object.whole.count
      guard size <= tableOffset else { throw Self.damage(offset, "objects lie in each other") }
      times += try references(object).count { $0 == index }
    }
    // Two entries of the table may lead to one object.
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
    let old = try self.object(at: offsets[index]).whole
    let grown = object.count - old.count
    let objects = bytes[..<old.lowerBound] + object + bytes[old.upperBound..<tableOffset]
    return written(
      Array(objects), offsets: offsets.map { $0 > old.lowerBound ? $0 + grown : $0 })
  }

  private func adding(
    _ object: [UInt8], referredToAt place: Int
  ) throws(SyntaxFailure) -> [UInt8] {
    let index = offsets.count
    guard referenceSize == 8 || index < 1 << (8 * referenceSize) else {
      throw .init(.noRoom(reason: "it has as many objects as its references can name"), at: 0)
    }
    var objects = Array(bytes[..<tableOffset])
    objects.replaceSubrange(
      place..<(place + referenceSize), with: Self.bigEndian(index, size: referenceSize))
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
