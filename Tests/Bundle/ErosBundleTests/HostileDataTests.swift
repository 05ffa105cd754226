import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Hostile data")
struct HostileDataTests {
  private static let text = "let b = 1"

  /// A bundle with page `b.js` changed after the manifest was made.
  private static func bundle(
    _ name: String, _ codes: BundleFindingCode..., content: [UInt8] = utf8(text),
    change: @escaping @Sendable (inout ZipForge.Entry) -> Void
  ) -> HostileCase {
    var made = HostileCase(name) {
      let files = ["a.js": utf8("let a = 1"), "b.js": content, "c.js": utf8("let c = 1")]
      return try ZipForge.bundle(files: files).with { change(&$0.entries[2]) }.bytes()
    }
    made.codes = Set(codes)
    return made
  }

  /// An entry with a stream that does not have the declared nine bytes.
  private static func deflated(
    _ name: String, _ code: BundleFindingCode, _ stream: [UInt8], content: [UInt8] = utf8(text)
  ) -> HostileCase {
    bundle(name, code, content: content) {
      $0.method = 8
      $0.packed = stream
    }
  }

  /// `aaaaaaaaaa`, compressed by zlib: the letter, and a match of nine at distance 1.
  static let tenLetters: [UInt8] = [0x4B, 0x84, 0x03, 0x00]
  private static let stored = deflateStored(utf8(text))
  private static let ten = [UInt8](repeating: UInt8(ascii: "a"), count: 10)

  static let streams: [HostileCase] = [
    deflated("with an empty deflate stream", .dataCorrupt, []),
    deflated("with a stream of one byte", .dataCorrupt, [1]),
    deflated("with a stream truncated by a byte", .dataCorrupt, stored.dropLast()),
    deflated("with a stream truncated after its header", .dataCorrupt, Array(stored.prefix(5))),
    deflated("with a stream truncated in its header", .dataCorrupt, Array(stored.prefix(3))),
    deflated(
      "with a compressed stream truncated by a byte", .dataCorrupt, tenLetters.dropLast(),
      content: ten),
    deflated("without final block", .dataCorrupt, [0] + stored.dropFirst()),
    deflated("with a byte after the stream", .dataTrailing, stored + [0]),
    deflated("with a second stream after the first", .dataTrailing, stored + stored),
    deflated("with a zip after the stream", .dataTrailing, stored + ZipForge([]).bytes()),
    deflated(
      "with a byte after a compressed stream", .dataTrailing, tenLetters + [0], content: ten),
    deflated("in zlib's wrapper", .dataCorrupt, [0x78, 0x9C] + stored + [0x0F, 0x2F, 0x02, 0xC9]),
    deflated(
      "in gzip's wrapper", .dataCorrupt,
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stored + [UInt8](repeating: 0, count: 8)),
    deflated("with a block of reserved type 3", .dataCorrupt, [7, 0, 0, 0]),
    deflated(
      "with a stored block with inconsistent lengths", .dataCorrupt,
      [1, 9, 0, 0, 0] + utf8(text)),
    deflated(
      "with a stored block longer than the stream", .dataCorrupt,
      [1, 10, 0, 0xF5, 0xFF] + utf8(text)),
    // A fixed block that starts with a match of length 3 at distance 1.
    deflated("with a distance before the start", .dataCorrupt, [0x03, 0x02, 0x00]),
    // The letter, then a match at distance 2.
    deflated(
      "with a distance one before the start", .dataCorrupt, [0x4B, 0x04, 0x11, 0x00],
      content: ten),
    deflated(
      "with a dynamic block of too many codes", .dataCorrupt,
      [0xFD, 0xFF] + [UInt8](repeating: 0xFF, count: 20)),
    deflated(
      "with a dynamic block without codes", .dataCorrupt,
      [0x05] + [UInt8](repeating: 0, count: 40)),
    deflated(
      "with 100 bytes of zeros as its stream", .dataCorrupt,
      [UInt8](repeating: 0, count: 100)),
    deflated(
      "with 100 bytes of ones as its stream", .dataCorrupt,
      [UInt8](repeating: 0xFF, count: 100)),
    deflated(
      "with a stream that is one byte too long", .dataSizeMismatch,
      deflateStored(utf8(text + "!"))),
    deflated(
      "with a stream that is one byte too short", .dataSizeMismatch,
      deflateStored(utf8(String(text.dropLast())))),
    deflated("with an empty stream", .dataSizeMismatch, [3, 0]),
    deflated("with a stream of different bytes", .crcMismatch, deflateStored(utf8("let b = 2"))),
  ]

  @Test("an invalid deflate stream is rejected", arguments: streams)
  func rejectedStream(_ hostile: HostileCase) throws { try hostile.expectRejectedBundle() }

  /// Streams that libdeflate accepts, but zlib, which all clients use, rejects.
  static let lenient: [HostileCase] = [
    deflated("with the reserved length code 286", .dataCorrupt, hex("4b1c0300"), content: a(259)),
    deflated(
      "with the reserved length code 287", .dataCorrupt, hex("4b1c0700"),
      content: a(259)),
    deflated(
      "with a reserved distance code", .dataCorrupt,
      [0] + deflateStored(a(32_768)).dropFirst() + hex("033e000000"), content: a(32_771)),
    deflated(
      "with 287 length codes", .dataCorrupt,
      hex("f5e00104000000802000000000000000000000000008" + zeros(19) + "0800000020"), content: a(1)),
    deflated(
      "with 288 length codes", .dataCorrupt,
      hex("fde00104000000802000000000000000000000000008" + zeros(19) + "0800000040"), content: a(1)),
    deflated(
      "with 31 distance codes", .dataCorrupt,
      hex("05fe0104000000802000000000000000000000000008" + zeros(19) + "0800000020"), content: a(1)),
    deflated(
      "with 32 distance codes", .dataCorrupt,
      hex("05ff0104000000802000000000000000000000000008" + zeros(19) + "0800000040"), content: a(1)),
    deflated(
      "with a distance without a distance code", .dataCorrupt,
      hex("15e00104000000802000000000000000000000000008" + zeros(19) + "d82c"), content: a(5)),
    deflated(
      "with an unassigned distance code", .dataCorrupt,
      hex("15e00104000000802000000000000000000000000008" + zeros(19) + "d879"), content: a(5)),
    deflated(
      "with an unassigned literal code", .dataCorrupt,
      hex("05e001040000008020" + zeros(32) + "24"), content: []),
  ]

  @Test("a stream that only lenient decoders accept is rejected", arguments: lenient)
  func rejectedLenientStream(_ hostile: HostileCase) throws { try hostile.expectRejectedBundle() }

  @Test("dynamic blocks are accepted")
  func dynamicBlock() throws {
    let stream = hex("15e00104000000802000000000000000000000000008" + Self.zeros(19) + "d859")
    let bundle = try ZipForge.bundle(files: ["a.js": Self.a(5)]).with {
      $0.entries[1] = $0.entries[1].deflated(stream)
    }
    let report = try BundleVerifier(threads: 1).verify(ZipBytes(bundle.bytes(), path: "zip"))
    #expect(report.findings.isEmpty)
  }

  private static func a(_ count: Int) -> [UInt8] { [UInt8](repeating: 0x61, count: count) }

  private static func zeros(_ count: Int) -> String { String(repeating: "00", count: count) }

  static let claims: [HostileCase] = [
    bundle("with a stored file of different bytes", .crcMismatch) { $0.packed = utf8("let b = 2") },
    bundle("with a wrong checksum in all records", .crcMismatch) { $0.crc = 1 },
    bundle("with a wrong checksum in all records and a descriptor", .crcMismatch) {
      $0 = $0.deflated().described(.signed)
      $0.crc = 1
    },
    bundle("with an empty file that has a checksum", .crcMismatch, content: []) { $0.crc = 1 },
    bundle("with a deflated empty file that has a checksum", .crcMismatch, content: []) {
      $0 = $0.deflated()
      $0.crc = 1
    },
    bundle("with a deflated file that declares fewer bytes", .dataSizeMismatch) {
      $0 = $0.deflated()
      $0.size = 8
    },
    bundle("with a deflated file that declares no bytes", .dataSizeMismatch) {
      $0 = $0.deflated()
      $0.size = 0
    },
    bundle("with a deflated file that declares more bytes", .dataSizeMismatch) {
      $0 = $0.deflated()
      $0.size = 10
    },
    bundle("with a stored file that declares fewer bytes", .storedSizeInvalid) { $0.size = 8 },
    bundle("with a stored file that declares more bytes", .storedSizeInvalid) { $0.size = 10 },
    bundle(
      "with a stored file with a different compressed size", .storedSizeInvalid, .recordsOverlap
    ) {
      $0.packedSize = 10
    },
    bundle("with a file of different bytes and a matching checksum", .md5Mismatch) {
      $0.content = utf8("let b = 2")
    },
    folder("with a deflated folder without data", .dataCorrupt, []),
    folder("with a deflated folder with an invalid stream", .dataCorrupt, [7, 7, 7]),
    folder("with a folder that has contents", .dataSizeMismatch, deflateStored([1])),
    folder("with a folder with a byte after its stream", .dataTrailing, [3, 0, 0]),
    bundle("with a folder that has a checksum", .crcMismatch) {
      $0 = ZipForge.Entry("pages/").with { $0.crc = 1 }
    }.with([.crcMismatch, .fileMissing]),
  ]

  private static func folder(
    _ name: String, _ code: BundleFindingCode, _ stream: [UInt8]
  ) -> HostileCase {
    HostileCase(name, code) {
      let bundle = try ZipForge.bundle(files: ["a.js": utf8("x")])
      return bundle.with { $0.entries.append(ZipForge.Entry("b/").deflated(stream)) }.bytes()
    }
  }

  @Test("the declared values of an entry are compared with its data", arguments: claims)
  func rejectedClaim(_ hostile: HostileCase) throws { try hostile.expectRejectedBundle() }

  /// Errors in large entries, which are decompressed in chunks.
  static let large: [HostileCase] = [
    piecewise("with another letter", .crcMismatch) { $0[1] ^= 6 },
    piecewise("truncated by a byte", .dataCorrupt) { $0.removeLast() },
    piecewise("truncated in the middle", .dataCorrupt) { $0.removeLast($0.count / 2) },
    piecewise("without final block", .dataCorrupt) { $0[0] ^= 1 },
    piecewise("with a byte after it", .dataTrailing) { $0.append(0) },
    piecewise("with many bytes after it", .dataTrailing) {
      $0 += [UInt8](repeating: 0, count: 600_000)
    },
    piecewise("with a wrong bit in the middle", .dataSizeMismatch) { $0[$0.count / 2] ^= 0x10 },
    piecewise("that declares one byte too few", .dataSizeMismatch, size: longSize - 1) { _ in },
    piecewise("that declares one byte too many", .dataSizeMismatch, size: longSize + 1) { _ in },
    piecewise("that declares half of the bytes", .dataSizeMismatch, size: longSize / 2) { _ in },
  ]

  @Test("a long stream is accepted")
  func acceptedLongStream() throws {
    let hostile = Self.piecewise("without an error", .dataCorrupt) { _ in }
    let report = try BundleVerifier(threads: 2).verify(ZipBytes(try hostile.forge(), path: "zip"))
    #expect(report.findings.isEmpty)
  }

  /// The number of matches of 258 letters after the first letter in ``longStream``.
  private static let matches = 195_000
  private static let longSize = 1 + 258 * matches
  private static let longCRC: UInt32 = 0x3F16_7278
  private static let longMD5 = "c210630e29ff246eece0d83e6d5d3836"
  /// The `jsVersion` of a bundle of this stream and the page `x`.
  private static let longVersion = "6469fc6685b6b4d779cc371ece3cfd27"

  /// 48 MiB of one letter in 310 KiB: a letter, matches at distance 1, and the end.
  private static let longStream: [UInt8] = {
    let bits = "11010010001" + String(repeating: "1100010100000", count: matches) + "0000000"
    var stream: [UInt8] = []
    var rest = Substring(bits).utf8
    while !rest.isEmpty {
      stream.append(rest.prefix(8).reversed().reduce(0) { $0 << 1 | $1 & 1 })
      rest = rest.dropFirst(8)
    }
    return stream
  }()

  private static func piecewise(
    _ name: String, _ code: BundleFindingCode, size: Int = longSize,
    _ change: @escaping @Sendable (inout [UInt8]) -> Void
  ) -> HostileCase {
    HostileCase("with a long stream \(name)", code) {
      var stream = longStream
      change(&stream)
      let bundle = try ZipForge.bundle(files: ["a.js": utf8("x"), "b.bin": []]) {
        $0.items[1]["md5"] = "\"\(longMD5)\""
        $0["jsVersion"] = "\"\(longVersion)\""
      }
      return bundle.with {
        $0.entries[2] = $0.entries[2].deflated(stream)
        $0.entries[2].size = UInt64(size)
        $0.entries[2].crc = longCRC
      }.bytes()
    }
  }

  @Test("an invalid long stream is rejected", arguments: large)
  func rejectedLargeStream(_ hostile: HostileCase) throws {
    let report = try BundleVerifier(threads: 2).verify(ZipBytes(try hostile.forge(), path: "zip"))
    #expect(errorCodes(report.findings).subtracting([.md5Mismatch]) == hostile.codes)
    #expect(report.verdict == .unsafe)
  }
}

/// Decodes hexadecimal digits.
private func hex(_ digits: String) -> [UInt8] {
  var rest = Substring(digits)
  var bytes: [UInt8] = []
  while !rest.isEmpty {
    bytes.append(UInt8(rest.prefix(2), radix: 16) ?? 0)
    rest = rest.dropFirst(2)
  }
  return bytes
}
