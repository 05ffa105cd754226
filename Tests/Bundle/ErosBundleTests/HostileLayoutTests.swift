import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Hostile layout")
struct HostileLayoutTests {
  private static let b: ZipForge.Entry = ZipForge.Entry("b.js", "let b = 1")
  private static let described: ZipForge.Entry = b.deflated().described(.signed)

  /// One difference between a local header and the central one.
  static let local: [HostileCase] = [
    HostileCase("with a different local name", .localHeaderMismatch) {
      $0.local.name = utf8("e.js")
    },
    HostileCase("with a local name that differs in case", .localHeaderMismatch) {
      $0.local.name = utf8("B.js")
    },
    HostileCase("with a longer local name", .localHeaderMismatch) {
      $0.local.name = utf8("../b.js")
    },
    HostileCase("with a local name that a NUL truncates", .localHeaderMismatch) {
      $0.local.name = utf8("b.js\0.png")
    },
    HostileCase("without a local name", .localHeaderMismatch) { $0.local.name = [] },
    HostileCase("with a different local method", .localHeaderMismatch) { $0.local.method = 8 },
    HostileCase("with different local flags", .localHeaderMismatch) { $0.local.flags = 1 << 11 },
    HostileCase("with a local flag for a descriptor", .localHeaderMismatch) {
      $0.local.flags = 1 << 3
    },
    HostileCase("with a local flag for encryption", .localHeaderMismatch) { $0.local.flags = 1 },
    HostileCase("without the local flag for its descriptor", .localHeaderMismatch, entry: described)
    { $0.local.flags = 0 },
    HostileCase("with a different local time", .localHeaderMismatch) { $0.local.time = 1 },
    HostileCase("with a different local date", .localHeaderMismatch) { $0.local.date = 0x22 },
    HostileCase("with a different local checksum", .localHeaderMismatch) { $0.local.crc = 1 },
    HostileCase("without a local checksum and without a descriptor", .localHeaderMismatch) {
      $0.local.crc = 0
    },
    HostileCase("with a smaller local size", .localHeaderMismatch) { $0.local.size = 8 },
    HostileCase("with a larger local size", .localHeaderMismatch) { $0.local.size = 10 },
    HostileCase("with a smaller local compressed size", .localHeaderMismatch) {
      $0.local.packedSize = 8
    },
    HostileCase("with a larger local compressed size", .localHeaderMismatch) {
      $0.local.packedSize = 100
    },
    HostileCase("without local sizes and without a descriptor", .localHeaderMismatch) {
      ($0.local.packedSize, $0.local.size) = (0, 0)
    },
    HostileCase(
      "with a wrong local checksum and a descriptor", .localHeaderMismatch, entry: described
    ) { $0.local.crc = 7 },
    HostileCase("with a wrong local size and a descriptor", .localHeaderMismatch, entry: described)
    {
      $0.local.size = 7
    },
    HostileCase(
      "with a wrong local compressed size and a descriptor", .localHeaderMismatch, entry: described
    ) { $0.local.packedSize = 7 },
    HostileCase("that requires version 4.6 in a local header", .unsupportedMethod) {
      $0.local.versionNeeded = 46
    },
    HostileCase("that requires version 6.3, which unzip skips", .unsupportedMethod) {
      $0.versionNeeded = 63
    },
    HostileCase("that requires version 25.5", .unsupportedMethod) {
      $0.versionNeeded = 255
    },
    HostileCase("with a wrong local signature", .localHeaderInvalid) { $0.local.signature = 7 },
    HostileCase("with a central header's signature in a local header", .localHeaderInvalid) {
      $0.local.signature = 0x0201_4B50
    },
    HostileCase("with a local name that ends after the zip", .localHeaderInvalid) {
      $0.local.nameLength = .max
    },
    HostileCase("with local extra fields that end after the zip", .localHeaderInvalid) {
      $0.local.extraLength = .max
    },
    HostileCase(
      "with a local name length one byte too high", .localHeaderMismatch, .recordsOverlap
    ) { $0.local.nameLength = 5 },
    HostileCase(
      "with a local name length one byte too low", .localHeaderMismatch, .bytesUnaccounted
    ) { $0.local.nameLength = 3 },
    HostileCase("with a local Unicode path field", .extraFieldInvalid) {
      $0.localExtra = extraField(0x7075, [1, 0, 0, 0, 0] + utf8("e.js"))
    },
    HostileCase("with a central Unicode path field", .extraFieldInvalid) {
      $0.extra = extraField(0x7075, [1, 0, 0, 0, 0] + utf8("e.js"))
    },
    HostileCase("with a Unicode comment field", .extraFieldInvalid) {
      $0.extra = extraField(0x6375, [1, 0, 0, 0, 0] + utf8("e"))
    },
    HostileCase("with Xceed's Unicode path field", .extraFieldInvalid) {
      $0.extra = extraField(
        0x554E, utf8("NUCX") + littleEndian(UInt16(1)) + [0, 0] + [0x65, 0])
    },
    HostileCase("with the marker of minizip's own directory", .extraFieldInvalid) {
      ($0.name, $0.extra) = (utf8("__cdcd__"), extraField(0xCDCD, littleEndian(UInt64(1))))
    },
    HostileCase("with an empty timestamp field, which bsdtar rejects", .extraFieldInvalid) {
      $0.extra = extraField(0x5455, [])
    },
    HostileCase("with an empty local timestamp field", .extraFieldInvalid) {
      $0.localExtra = extraField(0x5455, [])
    },
    HostileCase("with a strong encryption field", .extraFieldInvalid) {
      $0.extra = extraField(0x17, [2, 0, 0, 0])
    },
    HostileCase("with a local AES field", .extraFieldInvalid) {
      $0.localExtra = extraField(0x9901, [2, 0, 0x41, 0x45, 3, 8, 0])
    },
    HostileCase("with a local field of mode bits", .extraFieldInvalid) {
      $0.localExtra = extraField(
        0x6C78, [5, 0x14, 3] + littleEndian(UInt32(0o120777 << 16)))
    },
    HostileCase("with a field for a link target", .extraFieldInvalid) {
      $0.extra = extraField(0x756E, [UInt8](repeating: 0, count: 14) + utf8("/etc"))
    },
    HostileCase("with a local PKWARE Unix field, which can have a link target", .extraFieldInvalid)
    {
      $0.localExtra = extraField(0x000D, [UInt8](repeating: 0, count: 12) + utf8("/etc"))
    },
    HostileCase("with a truncated extra field", .extraFieldInvalid) {
      $0.extra = littleEndian(UInt16(0x5455)) + littleEndian(UInt16(9)) + [0]
    },
    HostileCase("with a truncated local extra field", .extraFieldInvalid) {
      $0.localExtra = littleEndian(UInt16(0x5455)) + littleEndian(UInt16(9)) + [0]
    },
    HostileCase("with bytes after its extra fields", .extraFieldInvalid) {
      $0.extra = extraField(0x5455, [0]) + [1, 2]
    },
    HostileCase("with bytes after its local extra fields", .extraFieldInvalid) {
      $0.localExtra = extraField(0x5455, [0]) + [0, 0, 1]
    },
  ]

  @Test("a different local header is rejected", arguments: local)
  func rejectedLocalHeader(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  static let descriptors: [HostileCase] = [
    HostileCase("with a wrong checksum in the descriptor", .descriptorInvalid, entry: described) {
      $0.described.crc = 1
    },
    HostileCase("with a wrong size in the descriptor", .descriptorInvalid, entry: described) {
      $0.described.size = 8
    },
    HostileCase(
      "with a wrong compressed size in the descriptor", .descriptorInvalid, entry: described
    ) {
      $0.described.packedSize = 8
    },
    HostileCase(
      "with a wrong checksum in a descriptor without signature", .descriptorInvalid,
      entry: b.deflated().described(.unsigned)
    ) { $0.described.crc = 1 },
    HostileCase(
      "with a wrong signature of the descriptor", .descriptorInvalid,
      entry: described
    ) { $0.described.signature = 7 },
    HostileCase(
      "with the descriptor flag but without a descriptor", .descriptorInvalid, entry: b.deflated()
    ) { $0.flags = 1 << 3 },
    HostileCase(
      "with a descriptor but without the descriptor flag", .bytesUnaccounted, entry: b.deflated()
    ) { $0.after = littleEndian(UInt32(0x0807_4B50)) + [UInt8](repeating: 0, count: 12) },
    HostileCase(
      "with a 64-bit descriptor of a small entry", .descriptorInvalid,
      entry: b.deflated().described(.signed64)),
    HostileCase(
      "with a 64-bit descriptor without signature", .descriptorInvalid,
      entry: b.deflated().described(.unsigned64)),
    HostileCase(
      "with a local ZIP64 field and a 32-bit descriptor, which stream readers read as 64-bit",
      .descriptorInvalid, entry: described
    ) {
      ($0.local.packedSize, $0.local.size) = (0xFFFF_FFFF, 0xFFFF_FFFF)
      $0.localExtra = zip64Field(0, 0)
    },
    HostileCase("with a descriptor of stored data", .descriptorInvalid, entry: b) {
      $0.descriptor = .signed
    },
    HostileCase(
      "with a descriptor of stored data and without local sizes", .descriptorInvalid,
      entry: b.described(.signed)),
    HostileCase("with two descriptors", .bytesUnaccounted, entry: described) {
      $0.after = littleEndian(UInt32(0x0807_4B50)) + [UInt8](repeating: 0, count: 12)
    },
    HostileCase(
      "with a descriptor of an empty stored file", .descriptorInvalid,
      entry: ZipForge.Entry("b.js").described(.signed)),
    HostileCase(
      "with a descriptor of an empty stored file, and local sizes", .descriptorInvalid,
      entry: ZipForge.Entry("b.js").with { $0.descriptor = .signed }),
    HostileCase(
      "with a descriptor of a stored folder", .descriptorInvalid,
      entry: ZipForge.Entry("b/").described(.signed)),
    HostileCase(
      "with a descriptor that the next entry truncates", .descriptorInvalid, entry: described
    ) {
      ($0.size, $0.packedSize) = (9, 14)
      $0.descriptor = .none
      $0.flags = 1 << 3
      $0.after = littleEndian(UInt32(0x0807_4B50)) + [0, 0, 0]
    },
  ]

  @Test("an invalid data descriptor is rejected", arguments: descriptors)
  func rejectedDescriptor(_ hostile: HostileCase) throws {
    try hostile.expectRejectedStructure()
    let structure = try ZipStructure(ZipBytes(try hostile.forge(), path: "a zip"))
    #expect(structure.findings.errors.count == 1, "\(structure.findings)")
  }

  static let junk: [HostileCase] = [
    HostileCase("with junk before the first entry", .bytesUnaccounted, zip: { $0.prefix = [0] }),
    HostileCase(
      "with junk at the start that the offsets do not include", .directoryInvalid,
      zip: {
        $0.prefix = utf8("#!/bin/sh\n")
        $0.isPrefixCounted = false
      }),
    HostileCase("with junk before an entry", .bytesUnaccounted) { $0.before = [1, 2, 3] },
    HostileCase("with zeros before an entry", .bytesUnaccounted) { $0.before = [0, 0, 0, 0] },
    HostileCase("with junk after an entry", .bytesUnaccounted) { $0.after = utf8("junk") },
    HostileCase(
      "with junk before the directory", .bytesUnaccounted,
      zip: {
        $0.beforeDirectory = [0]
      }),
    HostileCase(
      "with a digital signature after the directory", .directoryInvalid,
      zip: { $0.afterDirectory = littleEndian(UInt32(0x0505_4B50)) + [0, 0] }),
    HostileCase(
      "with junk after the directory", .directoryInvalid,
      zip: {
        $0.afterDirectory = [0]
      }),
    HostileCase(
      "with junk at the end of the directory", .directoryInvalid,
      zip: {
        $0.afterDirectory = [0, 0]
        $0.end.directorySize = UInt32(3 * (46 + 4) + 2)
      }),
    HostileCase("with a byte after the end", .endRecordInvalid, zip: { $0.suffix = [0] }),
    HostileCase("with a line feed after the end", .endRecordInvalid, zip: { $0.suffix = [10] }),
    HostileCase(
      "with zeros after the end", .endRecordInvalid,
      zip: {
        $0.suffix = [UInt8](repeating: 0, count: 512)
      }),
    HostileCase(
      "with so many bytes after the end that it is not found", .notAZip,
      zip: {
        $0.suffix = [UInt8](repeating: 0, count: 70_000)
      }),
    HostileCase(
      "with a hidden entry at the start", .bytesUnaccounted,
      zip: {
        $0.entries[0].isHidden = true
      }),
    HostileCase("with a hidden entry in the middle", .bytesUnaccounted) { $0.isHidden = true },
    HostileCase(
      "with a hidden entry at the end", .bytesUnaccounted,
      zip: {
        $0.entries[2].isHidden = true
      }),
    HostileCase("with only a hidden entry", .bytesUnaccounted) {
      ZipForge([ZipForge.Entry("a.js", "x").with { $0.isHidden = true }]).bytes()
    },
    HostileCase("with a hidden entry in the name of another", .bytesUnaccounted) {
      let hidden = ZipForge([ZipForge.Entry("e.js", "evil")]).with { $0.hasEnd = false }
      $0.after = hidden.with { $0.hasDirectory = false }.bytes()
    },
    HostileCase("that is two zips in a row", .directoryInvalid) {
      ZipForge([b]).bytes() + ZipForge([b]).bytes()
    },
    HostileCase("that is two zips, the second with adjusted offsets", .bytesUnaccounted) {
      ZipForge([b]).with { $0.prefix = ZipForge([b]).bytes() }.bytes()
    },
    HostileCase(
      "with another zip in its comment", .endRecordInvalid,
      zip: {
        $0.comment = ZipForge([b]).bytes()
      }),
    HostileCase("with an entry in another one's data", .recordsOverlap) {
      let inner = ZipForge([ZipForge.Entry("e.js", "evil")]).with { $0.hasEnd = false }
      let outer = ZipForge.Entry(utf8("a.bin"), inner.with { $0.hasDirectory = false }.bytes())
      let phantom = ZipForge.Entry("e.js", "evil").with {
        $0.isPhantom = true
        $0.central.offset = UInt32(30 + 5)
      }
      return ZipForge([outer, phantom]).bytes()
    },
  ]

  @Test("bytes that do not belong to a record are rejected", arguments: junk)
  func rejectedJunk(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }
}
