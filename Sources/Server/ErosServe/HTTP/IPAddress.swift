import ErosCore

/// An IP address, where IPv4 is stored as IPv6 (`::ffff:a.b.c.d`).
struct IPAddress: Hashable, Sendable, CustomStringConvertible {
  private static let mappedPrefix: [UInt16] = [0, 0, 0, 0, 0, 0xFFFF]

  /// Eight groups of 16 bits.
  private let groups: [UInt16]

  /// Parses `192.0.2.1` or `2001:db8::1`, for example.
  init?(_ text: some StringProtocol) {
    if let four = Self.fourBytes(Substring(text)) {
      groups = Self.mappedPrefix + four
    } else if let all = Self.eightGroups(Substring(text)) {
      groups = all
    } else {
      return nil
    }
  }

  private init(groups: [UInt16]) { self.groups = groups }

  var isIPv4: Bool { groups.starts(with: Self.mappedPrefix) }

  /// Omits the longest run of zeros (RFC 5952).
  var description: String {
    if isIPv4 {
      return groups[6...].flatMap { [$0 >> 8, $0 & 0xFF] }.map { "\($0)" }.joined(separator: ".")
    }
    var gap = 0..<0
    var start = 0
    for index in 0...groups.count where index == groups.count || groups[index] != 0 {
      if index - start > max(gap.count, 1) { gap = start..<index }
      start = index + 1
    }
    func text(_ groups: ArraySlice<UInt16>) -> String {
      groups.map { String($0, radix: 16) }.joined(separator: ":")
    }
    guard !gap.isEmpty else { return text(groups[...]) }
    return text(groups[..<gap.lowerBound]) + "::" + text(groups[gap.upperBound...])
  }

  /// Sets all bits after the first `count` to 0.
  func prefix(_ count: Int) -> IPAddress {
    IPAddress(
      groups: groups.enumerated().map { index, group in
        let bitCount = min(max(count - index * 16, 0), 16)
        return bitCount == 0 ? 0 : group & (UInt16.max << UInt16(16 - bitCount))
      })
  }

  // MARK: - Parsing

  private static func fourBytes(_ text: Substring) -> [UInt16]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = parts.compactMap { part in
      part.utf8.count <= 3 && part.utf8.allSatisfy(\.isDigit) ? UInt8(part) : nil
    }.map { UInt16($0) }
    guard parts.count == 4, bytes.count == 4 else { return nil }
    return [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]]
  }

  private static func eightGroups(_ text: Substring) -> [UInt16]? {
    // Ignore a scope such as `%eth0`.
    let text = text.prefix { $0 != "%" }
    guard let gap = text.firstRange(of: "::") else {
      return groups(of: text).flatMap { $0.count == 8 ? $0 : nil }
    }
    guard let head = groups(of: text[..<gap.lowerBound]),
      let tail = groups(of: text[gap.upperBound...]), head.count + tail.count < 8
    else { return nil }
    return head + [UInt16](repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  private static func groups(of text: Substring) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, let four = fourBytes(part) {
        groups += four
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy(\.isAlphanumeric),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }
}

/// A range such as `10.0.0.0/8`, or a single address.
struct AddressRange: Sendable, Equatable {
  private let start: IPAddress
  private let length: Int

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let address = IPAddress(parts[0]) else { return nil }
    let limit = address.isIPv4 ? 32 : 128
    var bits = limit
    if parts.count == 2 {
      guard parts[1].utf8.allSatisfy(\.isDigit), let given = Int(parts[1]), given <= limit else {
        return nil
      }
      bits = given
    }
    length = 128 - limit + bits
    start = address.prefix(length)
  }

  func contains(_ address: IPAddress) -> Bool { address.prefix(length) == start }
}
