/// Joins complete deflate streams into one.
///
/// libdeflate compresses only complete buffers. Large files are split into parts and compressed in
/// parallel, so that memory use does not grow with the file. Each part ends with a block marked as
/// last. `open(_:)` clears this mark and appends an empty stored block, which aligns the end to a
/// byte (RFC 1951, section 3.2.4). As libdeflate does not say where the last block starts, a parser
/// finds it.
enum DeflateJoint {
  /// Changes `stream` so that another stream can follow.
  ///
  /// - Returns: `false` if `stream` is not a valid deflate stream, in which case it stays as it
  ///   was.
  static func open(_ stream: inout [UInt8]) -> Bool {
    var parser = DeflateBlockParser(stream)
    guard let last = parser.lastBlock() else { return false }
    stream[last.start / 8] &= ~(1 << UInt8(last.start % 8))
    // Three zero bits start a stored block that is not last. Padding bits are already 0.
    if last.end + 3 > stream.count * 8 { stream.append(0) }
    stream.append(contentsOf: [0x00, 0x00, 0xFF, 0xFF])
    return true
  }
}

/// Finds block boundaries in a deflate stream without decompressing it.
private struct DeflateBlockParser {
  private let bytes: [UInt8]
  private var next = 0
  private var bits: UInt64 = 0
  private var available = 0
  private var literals = CodeTable()
  private var distances = CodeTable()

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Returns the bits that the last block occupies, or `nil` if the stream is malformed or goes on
  /// after it.
  mutating func lastBlock() -> (start: Int, end: Int)? {
    while true {
      let start = position
      let isLast = take(1) == 1
      guard skipBlock(type: take(2)), position <= bytes.count * 8 else { return nil }
      if isLast { return bytes.count == (position + 7) / 8 ? (start, position) : nil }
    }
  }

  private var position: Int { next * 8 - available }

  private mutating func skipBlock(type: Int) -> Bool {
    switch type {
    case 0: return skipStored()
    case 1:
      return literals.build(Self.fixedLiterals, extraBits: Self.literalExtraBits)
        && distances.build(Self.fixedDistances, extraBits: Self.distanceExtraBits) && skipCodes()
    case 2: return readCodes() && skipCodes()
    default: return false
    }
  }

  private mutating func skipStored() -> Bool {
    _ = take(available % 8)
    let length = take(16)
    guard take(16) == length ^ 0xFFFF else { return false }
    next += length - available / 8
    bits = 0
    available = 0
    return next <= bytes.count
  }

  private mutating func skipCodes() -> Bool {
    while true {
      refill()
      let code = literals.entry(for: bits)
      drop(code.length)
      switch code.kind {
      case .plain: break
      case .end: return true
      case .invalid: return false
      case .pair:
        let distance = distances.entry(for: bits)
        guard distance.kind != .invalid else { return false }
        drop(distance.length)
      }
      guard position <= bytes.count * 8 else { return false }
    }
  }

  /// Reads a dynamic block's code lengths (RFC 1951, section 3.2.7).
  private mutating func readCodes() -> Bool {
    let literalCount = take(5) + 257
    let distanceCount = take(5) + 1
    let lengthCount = take(4) + 4
    var lengths = [UInt8](repeating: 0, count: 19)
    for symbol in Self.lengthOrder.prefix(lengthCount) { lengths[symbol] = UInt8(take(3)) }
    guard literals.build(lengths, extraBits: []) else { return false }
    var all: [UInt8] = []
    while all.count < literalCount + distanceCount {
      refill()
      guard position <= bytes.count * 8, let symbol = literals.symbol(for: bits) else {
        return false
      }
      drop(symbol.length)
      switch symbol.value {
      case 16:
        guard let last = all.last else { return false }
        all.append(contentsOf: repeatElement(last, count: take(2) + 3))
      case 17: all.append(contentsOf: repeatElement(0, count: take(3) + 3))
      case 18: all.append(contentsOf: repeatElement(0, count: take(7) + 11))
      default: all.append(UInt8(symbol.value))
      }
    }
    guard all.count == literalCount + distanceCount else { return false }
    return literals.build(Array(all[..<literalCount]), extraBits: Self.literalExtraBits)
      && distances.build(Array(all[literalCount...]), extraBits: Self.distanceExtraBits)
  }

  private mutating func take(_ count: Int) -> Int {
    refill()
    let value = Int(bits & (1 << UInt64(count) - 1))
    drop(count)
    return value
  }

  private mutating func drop(_ count: Int) {
    bits >>= UInt64(count)
    available -= count
  }

  /// Reads ahead to at least 48 bits, enough for a length and a distance with their extra bits.
  private mutating func refill() {
    while available <= 56 {
      bits |= UInt64(next < bytes.count ? bytes[next] : 0) << UInt64(available)
      next += 1
      available += 8
    }
  }

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]
  private static let fixedLiterals =
    [UInt8](repeating: 8, count: 144) + [UInt8](repeating: 9, count: 112)
    + [UInt8](repeating: 7, count: 24) + [UInt8](repeating: 8, count: 8)
  private static let fixedDistances = [UInt8](repeating: 5, count: 30)
  private static let literalExtraBits: [UInt8] =
    [UInt8](repeating: 0, count: 265) + [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4]
    + [5, 5, 5, 5, 0]
  private static let distanceExtraBits: [UInt8] = (0..<30).map { $0 < 4 ? 0 : UInt8($0 / 2 - 1) }
}

/// Lookup table for one alphabet, indexed by the bits that follow.
private struct CodeTable {
  enum Kind: UInt8 {
    case plain, pair, end, invalid
  }

  private static let invalid: UInt16 = 0xFFFF
  private static let endOfBlock = 256
  private var symbols: [UInt16] = []
  private var lengths: [UInt8] = []
  private var kinds: [UInt8] = []
  private var mask: UInt64 = 0

  /// Builds the table from one code length per symbol, where 0 means an unused symbol.
  ///
  /// `extraBits` says how many extra bits follow each symbol's code. Symbols beyond its end are
  /// invalid, but if it is empty, all symbols are valid and have no extra bits.
  ///
  /// - Returns: `false` if the lengths form no valid code.
  mutating func build(_ codeLengths: [UInt8], extraBits: [UInt8]) -> Bool {
    let longest = Int(codeLengths.max() ?? 0)
    guard longest <= 15 else { return false }
    let size = 1 << longest
    symbols = [UInt16](repeating: Self.invalid, count: size)
    lengths = [UInt8](repeating: 0, count: size)
    kinds = [UInt8](repeating: Kind.invalid.rawValue, count: size)
    mask = UInt64(size - 1)
    guard longest > 0 else { return true }
    var code = 0
    for length in 1...longest {
      for symbol in codeLengths.indices where Int(codeLengths[symbol]) == length {
        guard code < 1 << length else { return false }
        fill(symbol, code: code, length: length, extraBits: extraBits)
        code += 1
      }
      code <<= 1
    }
    return true
  }

  private mutating func fill(_ symbol: Int, code: Int, length: Int, extraBits: [UInt8]) {
    guard extraBits.isEmpty || symbol < extraBits.count else { return }
    let extra = extraBits.isEmpty ? 0 : extraBits[symbol]
    let kind: Kind = symbol < Self.endOfBlock ? .plain : symbol == Self.endOfBlock ? .end : .pair
    for index in stride(from: reversed(code, length), to: symbols.count, by: 1 << length) {
      symbols[index] = UInt16(symbol)
      lengths[index] = UInt8(length) + extra
      kinds[index] = kind.rawValue
    }
  }

  /// Returns the next symbol's kind, and how many bits its code and extra bits take.
  func entry(for bits: UInt64) -> (kind: Kind, length: Int) {
    let index = Int(bits & mask)
    return (Kind(rawValue: kinds[index]) ?? .invalid, Int(lengths[index]))
  }

  /// Returns the next symbol, or `nil` if no valid code follows.
  func symbol(for bits: UInt64) -> (value: Int, length: Int)? {
    let index = Int(bits & mask)
    return symbols[index] == Self.invalid ? nil : (Int(symbols[index]), Int(lengths[index]))
  }

  private func reversed(_ code: Int, _ length: Int) -> Int {
    var result = 0
    for bit in 0..<length where code & 1 << bit != 0 { result |= 1 << (length - 1 - bit) }
    return result
  }
}
