import ErosCore

/// Verifies RSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of any length (RFC 8017).
///
/// Apple's systems accept only salts of 32 bytes, and CryptoKit has no RSA. There are no secrets
/// here, so the time may depend on the numbers. On Linux, tests compare it with OpenSSL.
struct RSAPSS {
  private let modulus: ModularNumber
  private let modulusBytes: Int
  private let modulusBits: Int
  private let exponent: UInt32

  /// Reads an encoding that `SubjectPublicKeyInfo` wrote, so the numbers are in the supported
  /// range.
  init?(_ info: [UInt8]) {
    guard let (bytes, exponent) = SubjectPublicKeyInfo.rsaNumbers(of: info), let first = bytes.first
    else { return nil }
    modulus = ModularNumber(bytes)
    modulusBits = bytes.count * 8 - first.leadingZeroBitCount
    modulusBytes = (modulusBits + 7) / 8
    self.exponent = exponent.reduce(0) { $0 << 8 | UInt32($1) }
  }

  func isValid(_ signature: [UInt8], for message: [UInt8]) throws(CryptoError) -> Bool {
    guard signature.count == modulusBytes,
      let padded = modulus.power(signature, exponent, count: modulusBytes)
    else { return false }
    // The encoded message has one bit less than the modulus.
    let (length, hash) = ((modulusBits + 6) / 8, SHA256Digest.byteCount)
    guard padded.dropLast(length).allSatisfy({ $0 == 0 }) else { return false }
    let encoded = Array(padded.suffix(length))
    let dataLength = length - hash - 1
    guard dataLength > 0, encoded.last == 0xBC else { return false }
    let digest = Array(encoded[dataLength..<(dataLength + hash)])
    let unusedBits = 8 * length - (modulusBits - 1)
    guard encoded[0].leadingZeroBitCount >= unusedBits else { return false }
    let mask = try Self.mask(of: digest, count: dataLength)
    var data = zip(encoded[..<dataLength], mask).map { $0 ^ $1 }
    data[0] &= 0xFF >> UInt8(unusedBits)
    guard let mark = data.firstIndex(where: { $0 != 0 }), data[mark] == 1 else { return false }
    var hasher = try SHA256Hasher()
    try hasher.update([UInt8](repeating: 0, count: 8))
    try hasher.update(Self.bytes(of: try SHA256Digest.of(message)))
    try hasher.update(Array(data[(mark + 1)...]))
    return try Self.bytes(of: hasher.finish()) == digest
  }

  /// MGF1 (RFC 8017, appendix B.2.1).
  private static func mask(of seed: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
    var mask: [UInt8] = []
    var counter: UInt32 = 0
    while mask.count < count {
      let suffix = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: counter >> UInt32($0)) }
      mask += bytes(of: try SHA256Digest.of(seed + suffix))
      counter += 1
    }
    return mask
  }

  private static func bytes(of digest: SHA256Digest) -> [UInt8] {
    digest.bytes.indices.map { digest.bytes[$0] }
  }
}

/// An odd modulus for Montgomery multiplication, in digits of 32 bits, lowest first.
private struct ModularNumber {
  private let digits: [UInt32]
  /// The lowest digit's negative inverse.
  private let inverse: UInt32

  init(_ bytes: [UInt8]) {
    digits = Self.digits(bytes, count: (bytes.count + 3) / 4)
    var inverse: UInt32 = 1
    // Each step doubles how many bits are right.
    for _ in 0..<5 { inverse &*= 2 &- digits[0] &* inverse }
    self.inverse = 0 &- inverse
  }

  /// Returns `base` to the power of `exponent`, which is at least 1, or `nil` if `base` is too
  /// large.
  func power(_ base: [UInt8], _ exponent: UInt32, count: Int) -> [UInt8]? {
    let base = Self.digits(base, count: digits.count)
    guard !isAtLeastModulus(base) else { return nil }
    // Numbers are multiplied by 2 to the power of 32 × the digit count.
    let factor = base.indices.reduce(into: base) { number, _ in
      for _ in 0..<32 { double(&number) }
    }
    var result = factor
    for bit in (0..<(31 - exponent.leadingZeroBitCount)).reversed() {
      result = product(result, result)
      if exponent >> UInt32(bit) & 1 == 1 { result = product(result, factor) }
    }
    var one = [UInt32](repeating: 0, count: digits.count)
    one[0] = 1
    result = product(result, one)
    return (0..<count).reversed().map {
      UInt8(truncatingIfNeeded: result[$0 / 4] >> UInt32($0 % 4 * 8))
    }
  }

  private static func digits(_ bytes: [UInt8], count: Int) -> [UInt32] {
    var digits = [UInt32](repeating: 0, count: count)
    for (index, byte) in bytes.reversed().enumerated() {
      digits[index / 4] |= UInt32(byte) << UInt32(index % 4 * 8)
    }
    return digits
  }

  private func isAtLeastModulus(_ number: [UInt32]) -> Bool {
    for index in digits.indices.reversed() where number[index] != digits[index] {
      return number[index] > digits[index]
    }
    return true
  }

  private func subtractModulus(from number: inout [UInt32]) {
    var borrow: UInt64 = 0
    for index in digits.indices {
      let difference = UInt64(number[index]) &- UInt64(digits[index]) &- borrow
      number[index] = UInt32(truncatingIfNeeded: difference)
      borrow = difference >> 63
    }
  }

  private func double(_ number: inout [UInt32]) {
    var carry: UInt32 = 0
    for index in number.indices {
      let next = number[index] >> 31
      number[index] = number[index] << 1 | carry
      carry = next
    }
    if carry == 1 || isAtLeastModulus(number) { subtractModulus(from: &number) }
  }

  /// Returns the product divided by 2 to the power of 32 × the digit count.
  private func product(_ left: [UInt32], _ right: [UInt32]) -> [UInt32] {
    let count = digits.count
    var sum = [UInt32](repeating: 0, count: count + 1)
    var overflow: UInt64 = 0
    for factor in right {
      var carry: UInt64 = 0
      for index in 0..<count {
        let term = UInt64(left[index]) * UInt64(factor) + UInt64(sum[index]) + carry
        sum[index] = UInt32(truncatingIfNeeded: term)
        carry = term >> 32
      }
      var top = UInt64(sum[count]) + carry
      sum[count] = UInt32(truncatingIfNeeded: top)
      overflow = top >> 32
      let multiple = UInt64(sum[0] &* inverse)
      carry = (UInt64(digits[0]) * multiple + UInt64(sum[0])) >> 32
      for index in 1..<count {
        let term = UInt64(digits[index]) * multiple + UInt64(sum[index]) + carry
        sum[index - 1] = UInt32(truncatingIfNeeded: term)
        carry = term >> 32
      }
      top = UInt64(sum[count]) + carry
      sum[count - 1] = UInt32(truncatingIfNeeded: top)
      sum[count] = UInt32(truncatingIfNeeded: overflow + (top >> 32))
    }
    var result = Array(sum[..<count])
    if sum[count] > 0 || isAtLeastModulus(result) { subtractModulus(from: &result) }
    return result
  }
}
