/// A QR code by ISO/IEC 18004: versions 1 to 6, byte mode, error correction level M.
///
/// The URL of a local server needs version 2 or 3.
package struct QRCode: Sendable, Equatable {
  private struct Version {
    let number: Int
    /// Error correction bytes in each block.
    let correctionCount: Int
    let blockCount: Int
    /// Data bytes in each block.
    let dataCount: Int

    /// The header of byte mode has 12 bits.
    var capacity: Int { blockCount * dataCount - 2 }
    var size: Int { 17 + 4 * number }

    static let all = [
      Version(number: 1, correctionCount: 10, blockCount: 1, dataCount: 16),
      Version(number: 2, correctionCount: 16, blockCount: 1, dataCount: 28),
      Version(number: 3, correctionCount: 26, blockCount: 1, dataCount: 44),
      Version(number: 4, correctionCount: 18, blockCount: 2, dataCount: 32),
      Version(number: 5, correctionCount: 24, blockCount: 2, dataCount: 43),
      Version(number: 6, correctionCount: 16, blockCount: 4, dataCount: 27),
    ]
  }

  /// Modules on each side.
  private(set) var size: Int
  /// In rows.
  ///
  /// `true` is dark.
  private var modules: [Bool]
  /// `true` for modules of a pattern.
  ///
  /// They hold no data.
  private var isReserved: [Bool]

  package static func == (left: QRCode, right: QRCode) -> Bool { left.modules == right.modules }

  /// Encodes up to 106 bytes, or returns `nil` if there are more.
  ///
  /// Masks are numbered from 0 to 7. `nil` picks the mask with the lowest penalty.
  package init?(_ bytes: [UInt8], mask: Int? = nil) {
    guard let version = Version.all.first(where: { bytes.count <= $0.capacity }) else { return nil }
    size = version.size
    modules = [Bool](repeating: false, count: size * size)
    isReserved = modules
    drawPatterns(version)
    draw(Self.codewords(bytes, version))
    let candidates = (mask.map { [$0] } ?? Array(0..<8)).map { masked($0) }
    guard let best = candidates.min(by: { $0.penalty < $1.penalty }) else { return nil }
    self = best
  }

  /// `true` for a dark module.
  ///
  /// Everything outside is light.
  subscript(row: Int, column: Int) -> Bool {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return false }
    return modules[row * size + column]
  }

  // MARK: - Patterns

  private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
    guard (0..<size).contains(row), (0..<size).contains(column) else { return }
    modules[row * size + column] = isDark
    isReserved[row * size + column] = true
  }

  private mutating func drawPatterns(_ version: Version) {
    for index in 8..<(size - 8) {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
    if version.number > 1 { drawAlignment(size - 7) }
    // The format is written with the mask.
    for index in 0..<9 {
      for (row, column) in [(8, index), (index, 8)] where !isReserved[row * size + column] {
        set(row, column, false)
      }
    }
    for index in 1...8 {
      set(8, size - index, false)
      set(size - index, 8, false)
    }
    set(size - 8, 8, true)
  }

  private mutating func drawFinder(_ row: Int, _ column: Int) {
    for y in -4...4 {
      for x in -4...4 {
        let ring = max(abs(x), abs(y))
        set(row + y, column + x, ring != 2 && ring != 4)
      }
    }
  }

  private mutating func drawAlignment(_ center: Int) {
    for y in -2...2 {
      for x in -2...2 { set(center + y, center + x, max(abs(x), abs(y)) != 1) }
    }
  }

  // MARK: - Data

  /// Returns data and error correction bytes, interleaved as in the symbol.
  private static func codewords(_ bytes: [UInt8], _ version: Version) -> [UInt8] {
    // The mode 0100 and the length precede the data, so each byte is split.
    var data = [0x40 | UInt8(bytes.count >> 4)]
    var high = UInt8(bytes.count & 0xF) << 4
    for byte in bytes {
      data.append(high | byte >> 4)
      high = byte << 4
    }
    data.append(high)
    let padding: [UInt8] = [0xEC, 0x11]
    let first = data.count
    while data.count < version.blockCount * version.dataCount {
      data.append(padding[(data.count - first) % 2])
    }
    let blocks = (0..<version.blockCount).map { block in
      Array(data[(block * version.dataCount)..<((block + 1) * version.dataCount)])
    }
    let corrections = blocks.map { ReedSolomon.remainder(of: $0, count: version.correctionCount) }
    return (0..<version.dataCount).flatMap { index in blocks.map { $0[index] } }
      + (0..<version.correctionCount).flatMap { index in corrections.map { $0[index] } }
  }

  /// Writes the bits in columns two modules wide, up and down in turns, starting at the lower
  /// right.
  private mutating func draw(_ codewords: [UInt8]) {
    var bit = 0
    var column = size - 1
    var isUpwards = true
    while column > 0 {
      // The vertical timing pattern has no data.
      if column == 6 { column -= 1 }
      for step in 0..<size {
        let row = isUpwards ? size - 1 - step : step
        for x in [column, column - 1] where !isReserved[row * size + x] {
          if bit < codewords.count * 8 {
            modules[row * size + x] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
          }
          bit += 1
        }
      }
      isUpwards.toggle()
      column -= 2
    }
  }

  // MARK: - Masks

  private func masked(_ mask: Int) -> QRCode {
    var copy = self
    for row in 0..<size {
      for column in 0..<size where !isReserved[row * size + column] {
        if Self.inverts(mask, row, column) { copy.modules[row * size + column].toggle() }
      }
    }
    copy.drawFormat(mask)
    return copy
  }

  private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
    switch mask {
    case 0: (row + column) % 2 == 0
    case 1: row % 2 == 0
    case 2: column % 3 == 0
    case 3: (row + column) % 3 == 0
    case 4: (row / 2 + column / 3) % 2 == 0
    case 5: row * column % 2 + row * column % 3 == 0
    case 6: (row * column % 2 + row * column % 3) % 2 == 0
    default: ((row + column) % 2 + row * column % 3) % 2 == 0
    }
  }

  /// Returns the 15 format bits for level M with this mask, including error correction.
  static func format(mask: Int) -> Int {
    var remainder = mask << 10
    for bit in stride(from: 14, through: 10, by: -1) where remainder >> bit & 1 == 1 {
      remainder ^= 0x537 << (bit - 10)
    }
    return (mask << 10 | remainder) ^ 0x5412
  }

  private mutating func drawFormat(_ mask: Int) {
    let format = Self.format(mask: mask)
    for bit in 0..<15 {
      let isDark = format >> bit & 1 == 1
      // Next to the upper left finder pattern, skipping the timing patterns.
      let position = bit < 6 ? bit : bit < 8 ? bit + 1 : 0
      if bit < 8 { set(position, 8, isDark) } else { set(8, bit == 8 ? 7 : 14 - bit, isDark) }
      // Split between the two remaining finder patterns.
      if bit < 8 { set(8, size - 1 - bit, isDark) } else { set(size - 15 + bit, 8, isDark) }
    }
  }

  /// The penalty from the standard.
  ///
  /// Scanners read a code with a low penalty better.
  private var penalty: Int {
    let rows = (0..<size).map { row in (0..<size).map { self[row, $0] } }
    let columns = (0..<size).map { column in (0..<size).map { self[$0, column] } }
    let lines = (rows + columns).reduce(0) { $0 + Self.penalty(ofLine: $1) }
    var squares = 0
    for row in 0..<(size - 1) {
      for column in 0..<(size - 1) {
        let isDark = rows[row][column]
        if rows[row][column + 1] == isDark, rows[row + 1][column] == isDark,
          rows[row + 1][column + 1] == isDark
        {
          squares += 3
        }
      }
    }
    let darkCount = modules.count(where: \.self)
    let deviation = abs(darkCount * 20 - modules.count * 10) / modules.count
    return lines + squares + deviation * 10
  }

  private static func penalty(ofLine line: [Bool]) -> Int {
    var result = 0
    var length = 0
    for index in line.indices {
      length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
      if length == 5 { result += 3 } else if length > 5 { result += 1 }
    }
    let finder = [true, false, true, true, true, false, true]
    let light = [Bool](repeating: false, count: 4)
    for pattern in [finder + light, light + finder] {
      for start in 0...(line.count - pattern.count)
      where line[start..<(start + pattern.count)].elementsEqual(pattern) { result += 40 }
    }
    return result
  }
}

/// Reed-Solomon error correction over the 256-element field with polynomial 0x11D.
enum ReedSolomon {
  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      if right >> UInt8(bit) & 1 == 1 { result ^= Int(left) }
    }
    return UInt8(result)
  }

  /// Returns the coefficients of the generator polynomial, except the leading 1.
  private static func generator(_ count: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    result[count - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<count {
      for index in 0..<count {
        result[index] = product(result[index], root)
        if index + 1 < count { result[index] ^= result[index + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  static func remainder(of data: [UInt8], count: Int) -> [UInt8] {
    let generator = generator(count)
    var result = [UInt8](repeating: 0, count: count)
    for byte in data {
      let factor = byte ^ result.removeFirst()
      result.append(0)
      for index in result.indices { result[index] ^= product(generator[index], factor) }
    }
    return result
  }
}
