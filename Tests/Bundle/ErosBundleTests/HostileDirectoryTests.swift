import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Hostile central directories and end records")
struct HostileDirectoryTests {
  private static let inComment = "with the signature of an end record in its comment"

  static let ends: [HostileCase] = [
    HostileCase("that is empty", .notAZip) { [] },
    HostileCase("of one byte", .notAZip) { [0x50] },
    HostileCase("of 22 zeros", .notAZip) { [UInt8](repeating: 0, count: 22) },
    HostileCase("of 100,000 zeros", .notAZip) { [UInt8](repeating: 0, count: 100_000) },
    HostileCase("that is a web server's error page", .notAZip) {
      utf8("<html><head><title>502 Bad Gateway</title></head><body></body></html>")
    },
    HostileCase("that is the start of a gzip file", .notAZip) {
      [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + [UInt8](repeating: 7, count: 100)
    },
    HostileCase("that is a patch", .notAZip) {
      utf8("BSDIFF40") + [UInt8](repeating: 0, count: 64)
    },
    HostileCase("without an end record", .notAZip, zip: { $0.hasEnd = false }),
    HostileCase("with a wrong signature at the end", .notAZip, zip: { $0.end.signature = 7 }),
    HostileCase("with an end record truncated to its signature", .endRecordInvalid) {
      littleEndian(UInt32(0x0605_4B50))
    },
    HostileCase("with an end record truncated by a byte", .endRecordInvalid) {
      Array(ZipForge([]).bytes().dropLast())
    },
    HostileCase(
      "with a shorter comment than declared", .endRecordInvalid,
      zip: {
        ($0.comment, $0.end.commentLength) = (utf8("hello"), 6)
      }),
    HostileCase(
      "with a longer comment than declared", .endRecordInvalid,
      zip: {
        ($0.comment, $0.end.commentLength) = (utf8("hello"), 4)
      }),
    HostileCase(
      "with an undeclared comment", .endRecordInvalid,
      zip: {
        ($0.comment, $0.end.commentLength) = (utf8("hello"), 0)
      }),
    HostileCase(
      inComment, .endRecordInvalid,
      zip: {
        $0.comment = utf8("x") + littleEndian(UInt32(0x0605_4B50)) + utf8("y")
      }),
    HostileCase(
      "with a complete end record as its comment", .endRecordInvalid,
      zip: {
        $0.comment = ZipForge([]).bytes()
      }),
    HostileCase("with the first disk not 0", .splitArchive, zip: { $0.end.directoryDisk = 1 }),
    HostileCase("with the last disk not 0", .splitArchive, zip: { $0.end.disk = 1 }),
    HostileCase(
      "with all disks 65,535", .splitArchive,
      zip: {
        ($0.end.disk, $0.end.directoryDisk) = (.max, .max)
      }),
    HostileCase("with fewer entries on this disk", .splitArchive, zip: { $0.end.diskEntries = 2 }),
    HostileCase("with more entries on this disk", .splitArchive, zip: { $0.end.diskEntries = 4 }),
    HostileCase(
      "with too few declared entries", .directoryInvalid,
      zip: {
        ($0.end.diskEntries, $0.end.entries) = (2, 2)
      }),
    HostileCase(
      "with no declared entries", .directoryInvalid,
      zip: {
        ($0.end.diskEntries, $0.end.entries) = (0, 0)
      }),
    HostileCase(
      "with too many declared entries", .directoryInvalid,
      zip: {
        ($0.end.diskEntries, $0.end.entries) = (4, 4)
      }),
    HostileCase(
      "with 65,535 declared entries and no ZIP64 records", .directoryInvalid,
      zip: {
        ($0.end.diskEntries, $0.end.entries) = (.max, .max)
      }),
    HostileCase(
      "with a smaller declared directory", .directoryInvalid,
      zip: {
        $0.end.directorySize = 3 * 50 - 1
      }),
    HostileCase(
      "with a larger declared directory", .directoryInvalid,
      zip: {
        $0.end.directorySize = 3 * 50 + 1
      }),
    HostileCase("without a directory", .directoryInvalid, zip: { $0.hasDirectory = false }),
    HostileCase(
      "with a directory of 4 GiB", .directoryInvalid,
      zip: {
        $0.end.directorySize = .max
      }),
    HostileCase(
      "with a directory offset one byte too high", .directoryInvalid,
      zip: {
        $0.end.directoryOffset = 3 * 43 + 1
      }),
    HostileCase(
      "with a directory offset one byte too low", .directoryInvalid,
      zip: {
        $0.end.directoryOffset = 3 * 43 - 1
      }),
    HostileCase("with directory offset 0", .directoryInvalid, zip: { $0.end.directoryOffset = 0 }),
    HostileCase(
      "with a directory offset after the end", .directoryInvalid,
      zip: {
        $0.end.directoryOffset = .max
      }),
    HostileCase(
      "with a directory one byte later and one byte shorter", .directoryInvalid,
      zip: {
        ($0.end.directoryOffset, $0.end.directorySize) = (3 * 43 + 1, 3 * 50 - 1)
      }),
    HostileCase(
      "with a directory that starts in the last entry's data", .directoryInvalid,
      zip: {
        ($0.end.directoryOffset, $0.end.directorySize) = (3 * 43 - 9, 3 * 50 + 9)
      }),
    HostileCase(
      "with an entry and an empty directory", .bytesUnaccounted,
      zip: {
        $0.hasDirectory = false
        ($0.end.diskEntries, $0.end.entries) = (0, 0)
      }),
  ]

  @Test("an invalid end is rejected", arguments: ends)
  func rejectedEnd(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  static let headers: [HostileCase] = [
    HostileCase("with a wrong signature in its directory", .directoryInvalid) {
      $0.central.signature = 7
    },
    HostileCase("with a local header's signature in its directory", .directoryInvalid) {
      $0.central.signature = 0x0403_4B50
    },
    HostileCase("with a name that ends after the directory", .directoryInvalid) {
      $0.central.nameLength = .max
    },
    HostileCase("with extra fields that end after the directory", .directoryInvalid) {
      $0.central.extraLength = .max
    },
    HostileCase("with a comment that ends after the directory", .directoryInvalid) {
      $0.central.commentLength = .max
    },
    HostileCase("with a comment that hides the next entry", .directoryInvalid) {
      $0.central.commentLength = 50
    },
    HostileCase(
      "with a comment that hides an undeclared entry", .bytesUnaccounted,
      zip: {
        $0.entries[1].central.commentLength = 50
        ($0.end.diskEntries, $0.end.entries) = (2, 2)
      }),
    HostileCase("with an entry on another disk", .splitArchive) { $0.central.disk = 1 },
    HostileCase("with an entry on the last disk", .zip64Invalid, .splitArchive) {
      $0.central.disk = .max
    },
    HostileCase("with an entry offset one byte too high", .bytesUnaccounted) {
      $0.central.offset = 44
    },
    HostileCase(
      "with an entry offset one byte too low", .recordsOverlap,
      zip: {
        $0.entries[2].central.offset = 85
      }),
    HostileCase("with an entry offset after the end", .bytesUnaccounted) {
      $0.central.offset = 100_000
    },
    HostileCase(
      "with an entry offset in the directory", .bytesUnaccounted,
      zip: {
        $0.entries[2].central.offset = 3 * 43
      }),
    HostileCase(
      "without its first entry in the directory", .bytesUnaccounted,
      zip: {
        $0.directoryOrder = [1, 2]
      }),
    HostileCase(
      "with two entries with swapped offsets", .localHeaderMismatch,
      zip: {
        ($0.entries[0].central.offset, $0.entries[1].central.offset) = (43, 0)
      }),
    HostileCase(
      "with two directory entries for one offset", .recordsOverlap,
      zip: {
        $0.entries[1].isPhantom = true
        $0.entries[1].central.offset = 0
      }),
  ]

  @Test("an invalid central directory is rejected", arguments: headers)
  func rejectedHeader(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  private static func mode(_ bits: UInt32) -> UInt32 { (bits | 0o777) << 16 }

  static let attributes: [HostileCase] = [
    HostileCase("with a symlink", .unsupportedType) { $0.attributes = mode(0o120000) },
    HostileCase("with a symlink that a writer on DOS made", .unsupportedType) {
      ($0.attributes, $0.versionMadeBy) = (mode(0o120000), 20)
    },
    HostileCase("with a symlink that a writer on macOS made", .unsupportedType) {
      ($0.attributes, $0.versionMadeBy) = (mode(0o120000), 19 << 8 | 20)
    },
    HostileCase("with a deflated symlink", .unsupportedType) {
      ($0.attributes, $0.method) = (mode(0o120000), 8)
    },
    HostileCase("with a folder that is a symlink", .unsupportedType, entry: ZipForge.Entry("b/")) {
      $0.attributes = mode(0o120000)
    },
    HostileCase("with a character device", .unsupportedType) { $0.attributes = mode(0o020000) },
    HostileCase("with a block device", .unsupportedType) { $0.attributes = mode(0o060000) },
    HostileCase("with a pipe", .unsupportedType) { $0.attributes = mode(0o010000) },
    HostileCase("with a socket", .unsupportedType) { $0.attributes = mode(0o140000) },
    HostileCase("with an unknown file type", .unsupportedType) {
      $0.attributes = mode(0o170000)
    },
    HostileCase("with a folder's mode on a file", .folderInvalid) {
      $0.attributes = mode(0o040000)
    },
    HostileCase("with a file's mode on a folder", .folderInvalid, entry: ZipForge.Entry("b/")) {
      $0.attributes = mode(0o100000)
    },
    HostileCase("with the DOS folder attribute on a file", .folderInvalid) {
      $0.attributes |= 0x10
    },
    HostileCase("with a folder that has contents", .folderInvalid, entry: ZipForge.Entry("b/")) {
      $0.content = utf8("x")
    },
    HostileCase("with a folder that has compressed data", .folderInvalid) {
      ($0.name, $0.attributes, $0.method, $0.content) = (utf8("b/"), 0x10, 8, [])
      $0.packed = [UInt8](repeating: 0, count: 17)
    },
    HostileCase("with an encrypted entry", .encrypted) { $0.flags = 1 },
    HostileCase("with strong encryption", .encrypted) { $0.flags = 1 << 6 | 1 },
    HostileCase("with an encrypted central directory", .encrypted) { $0.flags = 1 << 13 },
    HostileCase("with the flag for patched data", .unsupportedFlags) { $0.flags = 1 << 5 },
    HostileCase("with the flag 4", .unsupportedFlags) { $0.flags = 1 << 4 },
    HostileCase("with the flag 7", .unsupportedFlags) { $0.flags = 1 << 7 },
    HostileCase("with the flag 12", .unsupportedFlags) { $0.flags = 1 << 12 },
    HostileCase("with the flag 15", .unsupportedFlags) { $0.flags = 1 << 15 },
  ]

  @Test("an entry that is neither a plain file nor a folder is rejected", arguments: attributes)
  func rejectedAttributes(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  /// All assigned methods, and some unassigned ones.
  static let methods: [UInt16] = Array(1...7) + Array(9...20) + Array(93...99) + [255, 256, .max]

  @Test("every method except stored and deflated is rejected", arguments: methods)
  func rejectedMethod(_ method: UInt16) throws {
    try HostileCase("with method \(method)", .unsupportedMethod) { $0.method = method }
      .expectRejectedStructure()
  }
}

@Suite("Hostile ZIP64")
struct Hostile64BitTests {
  /// Omits both sizes, so that the ZIP64 field must have them.
  private static func needs(_ entry: inout ZipForge.Entry) {
    entry.central.size = 0xFFFF_FFFF
    entry.central.packedSize = 0xFFFF_FFFF
  }

  static let fields: [HostileCase] = [
    HostileCase(
      "with an omitted size and no ZIP64 field", .zip64Invalid, .storedSizeInvalid,
      .limitSize, .limitRatio, .localHeaderMismatch
    ) { $0.central.size = 0xFFFF_FFFF },
    HostileCase(
      "with omitted sizes and a short ZIP64 field", .zip64Invalid, .storedSizeInvalid,
      .localHeaderMismatch, .bytesUnaccounted
    ) {
      needs(&$0)
      $0.extra = zip64Field(9)
    },
    HostileCase("with a ZIP64 field of three bytes", .zip64Invalid) {
      $0.extra = extraField(1, [9, 0, 0])
    },
    HostileCase(
      "with omitted sizes and an empty ZIP64 field", .zip64Invalid, .localHeaderMismatch,
      .bytesUnaccounted
    ) {
      needs(&$0)
      $0.extra = zip64Field()
    },
    HostileCase("with a ZIP64 field that has more than the omitted values", .zip64Invalid) {
      needs(&$0)
      $0.extra = zip64Field(9, 9, 43)
    },
    HostileCase("with two ZIP64 fields", .zip64Invalid) {
      $0.extra = zip64Field(9, 9) + zip64Field(9, 9)
    },
    HostileCase("with a redundant ZIP64 field with a different size", .zip64Invalid) {
      $0.extra = zip64Field(10, 9)
    },
    HostileCase("with a redundant ZIP64 field with a different compressed size", .zip64Invalid) {
      $0.extra = zip64Field(9, 10)
    },
    HostileCase("with a redundant ZIP64 field with a different offset", .zip64Invalid) {
      $0.extra = zip64Field(9, 9, 0)
    },
    HostileCase("with a redundant ZIP64 field with a different disk", .zip64Invalid) {
      $0.extra = extraField(1, [9, 9, 43].flatMap { littleEndian(UInt64($0)) } + [1, 0, 0, 0])
    },
    HostileCase(
      "with a different size in the ZIP64 field", .storedSizeInvalid, .localHeaderMismatch
    ) {
      needs(&$0)
      $0.extra = zip64Field(8, 9)
    },
    HostileCase(
      "with a compressed size of 2^63", .storedSizeInvalid, .localHeaderMismatch,
      .recordsOverlap
    ) {
      needs(&$0)
      $0.extra = zip64Field(9, 1 << 63)
    },
    HostileCase("with both sizes 2^63", .limitSize, .localHeaderMismatch, .recordsOverlap) {
      needs(&$0)
      $0.extra = zip64Field(1 << 63, 1 << 63)
    },
    HostileCase("with both sizes 2^64-1", .limitSize, .localHeaderMismatch, .recordsOverlap) {
      needs(&$0)
      $0.extra = zip64Field(.max, .max)
    },
    HostileCase(
      "with compressed sizes that overflow to the right end", .storedSizeInvalid,
      .localHeaderMismatch, .recordsOverlap
    ) {
      needs(&$0)
      $0.extra = zip64Field(9, UInt64.max - 42)
    },
    HostileCase(
      "with sizes that overflow to a small sum", .limitSize, .localHeaderMismatch,
      .recordsOverlap,
      zip: {
        for index in 0..<2 {
          needs(&$0.entries[index])
          $0.entries[index].extra = zip64Field(1 << 63, 1 << 63)
        }
      }),
    HostileCase(
      "with an offset of 2^63", .bytesUnaccounted,
      zip: {
        $0.entries[2].central.offset = .max
        $0.entries[2].extra = zip64Field(1 << 63)
      }),
    HostileCase(
      "with an offset of 2^64-1", .bytesUnaccounted,
      zip: {
        $0.entries[2].central.offset = .max
        $0.entries[2].extra = zip64Field(.max)
      }),
    HostileCase("with a different disk in the ZIP64 field", .splitArchive) {
      $0.central.disk = .max
      $0.extra = extraField(1, [1, 0, 0, 0])
    },
    HostileCase(
      "with omitted local sizes and no ZIP64 field", .zip64Invalid,
      .localHeaderMismatch
    ) { ($0.local.size, $0.local.packedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF) },
    HostileCase("with a local ZIP64 field with one size", .zip64Invalid) {
      $0.localExtra = zip64Field(9)
    },
    HostileCase("with a local ZIP64 field with a different size", .zip64Invalid) {
      $0.localExtra = zip64Field(8, 9)
    },
    HostileCase("with a local ZIP64 field of zeros and no descriptor", .zip64Invalid) {
      $0.localExtra = zip64Field(0, 0)
    },
    HostileCase("with two local ZIP64 fields", .zip64Invalid) {
      $0.localExtra = zip64Field(9, 9) + zip64Field(9, 9)
    },
  ]

  @Test("an invalid ZIP64 field is rejected", arguments: fields)
  func rejectedField(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  /// A case that changes valid ZIP64 end records.
  private static func record(
    _ name: String, _ code: BundleFindingCode,
    _ change: @escaping @Sendable (inout ZipForge.Zip64End, inout ZipForge) -> Void
  ) -> HostileCase {
    HostileCase(
      name, code,
      zip: {
        var zip64 = ZipForge.Zip64End()
        change(&zip64, &$0)
        $0.zip64 = zip64
      })
  }

  static let records: [HostileCase] = [
    record("with a wrong signature of the ZIP64 record", .zip64Invalid) { end, _ in
      end.signature = 7
    },
    record("with a wrong signature of the locator", .directoryInvalid) { end, _ in
      end.locatorSignature = 7
    },
    record("with a ZIP64 record with a wrong size", .zip64Invalid) { end, _ in end.recordSize = 45
    },
    record("with a ZIP64 record of 2^64-1 bytes", .zip64Invalid) { end, _ in
      end.recordSize = .max
    },
    record("with bytes after the ZIP64 record", .zip64Invalid) { end, _ in
      (end.after, end.recordSize) = ([1, 2, 3], 47)
    },
    record("with another ZIP64 record before it", .directoryInvalid) { _, zip in
      let other = ZipForge([]).with { ($0.hasEnd, $0.zip64) = (false, ZipForge.Zip64End()) }
      zip.afterDirectory = other.bytes()
    },
    record("with a locator offset one byte off", .zip64Invalid) { end, _ in end.locatorOffset = 1 },
    record("with a locator offset of 2^64-1", .zip64Invalid) { end, _ in end.locatorOffset = .max },
    record("with the locator on another disk", .splitArchive) { end, _ in end.locatorDisk = 1 },
    record("with the locator on no disk", .splitArchive) { end, _ in end.locatorDisks = 0 },
    record("with the locator on two disks", .splitArchive) { end, _ in end.locatorDisks = 2 },
    record("with the ZIP64 record on another disk", .splitArchive) { end, _ in end.disk = 1 },
    record("with its ZIP64 directory on another disk", .splitArchive) { end, _ in
      end.directoryDisk = 1
    },
    record("with fewer ZIP64 entries on this disk", .splitArchive) { end, _ in
      end.diskEntries = 2
    },
    record("with 2^64-1 entries", .limitEntries) { end, _ in
      (end.diskEntries, end.entries) = (.max, .max)
    },
    record("with 2^63 entries", .limitEntries) { end, _ in
      (end.diskEntries, end.entries) = (1 << 63, 1 << 63)
    },
    record("with too many ZIP64 entries", .directoryInvalid) { end, _ in
      (end.diskEntries, end.entries) = (4, 4)
    },
    record("with a ZIP64 directory of 2^64-1 bytes", .directoryInvalid) { end, _ in
      end.directorySize = .max
    },
    record("with a ZIP64 directory at 2^64-1", .directoryInvalid) { end, _ in
      end.directoryOffset = .max
    },
    record("with a ZIP64 directory that overflows to the right end", .directoryInvalid) {
      end, _ in
      (end.directoryOffset, end.directorySize) = (UInt64.max - 20, 3 * 43 + 3 * 50 + 21)
    },
    record("with a different count in the 32-bit end record", .zip64Invalid) { _, zip in
      (zip.end.diskEntries, zip.end.entries) = (2, 2)
    },
    record("with a different size in the 32-bit end record", .zip64Invalid) { _, zip in
      zip.end.directorySize = 1
    },
    record("with a different offset in the 32-bit end record", .zip64Invalid) { _, zip in
      zip.end.directoryOffset = 0
    },
    record("with bytes between the ZIP64 records and the end", .endRecordInvalid) { _, zip in
      zip.beforeEnd = [0]
    },
    HostileCase(
      "with ZIP64 end records in the last entry's comment", .directoryInvalid,
      zip: {
        let records = ZipForge([]).with { ($0.hasEnd, $0.zip64) = (false, ZipForge.Zip64End()) }
        let start = UInt64(3 * 43 + 3 * 50)
        var zip64 = ZipForge.Zip64End()
        (zip64.diskEntries, zip64.entries, zip64.directorySize) = (3, 3, 3 * 50)
        (zip64.directoryOffset, zip64.locatorOffset) = (3 * 43, start)
        $0.end.directorySize = 3 * 50
        $0.entries[2].comment = records.with { $0.zip64 = zip64 }.bytes()
      }),
  ]

  @Test("invalid ZIP64 end records are rejected", arguments: records)
  func rejectedRecord(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  // MARK: - ZIP64 end records that only minizip finds

  /// An empty directory, its ZIP64 end record at `offset`, and the locator.
  private static func fakeEnd(at offset: UInt64) -> [UInt8] {
    ZipForge([]).with {
      $0.hasEnd = false
      $0.zip64 = ZipForge.Zip64End()
      $0.zip64?.locatorOffset = offset
    }.bytes()
  }

  /// A zip to which `hide` adds fake records with the right locator offset.
  private static func hiding(
    _ name: String, _ hide: @escaping @Sendable (inout ZipForge, [UInt8]) -> Void
  ) -> HostileCase {
    HostileCase("with ZIP64 end records \(name)", .endRecordInvalid) {
      let good = ZipForge([ZipForge.Entry("a.js", "let a = 1"), ZipForge.Entry("b.js", "b")])
      let draft = good.with { hide(&$0, fakeEnd(at: 0)) }.bytes()
      let offset = try #require(draft.firstRange(of: littleEndian(UInt32(0x0606_4B50)))?.lowerBound)
      return good.with { hide(&$0, fakeEnd(at: UInt64(offset))) }.bytes()
    }
  }

  static let hidden: [HostileCase] = [
    hiding("in the comment") { $0.comment = $1 },
    hiding("in the comment before other text") { $0.comment = $1 + utf8("made by hand") },
    hiding("in the comment of an entry") { $0.entries[1].comment = $1 + utf8("!") },
    hiding("in an extra field") { $0.entries[0].extra = extraField(0xCAFE, $1) },
    hiding("in the data of the last entry") { $0.entries[1].content = $1 },
    hiding("besides valid ones") {
      $0.zip64 = ZipForge.Zip64End()
      $0.comment = $1
    },
    hiding("far from the end") {
      $0.entries[1].comment = $1 + [0]
      $0.comment = [UInt8](repeating: 0x20, count: 65_535 - 22 - 21)
    },
  ]

  @Test("ZIP64 end records that only some readers find are rejected", arguments: hidden)
  func rejectedHidden(_ hostile: HostileCase) throws { try hostile.expectRejectedStructure() }

  @Test("a ZIP64 locator that all readers ignore is accepted")
  func unbelievedLocators() throws {
    var random = SeededGenerator(seed: 11)
    let signature = littleEndian(UInt32(0x0706_4B50))
    for offset in [0, 100, 5000, 1 << 40, UInt64.max] {
      let locator = signature + littleEndian(UInt32(0)) + littleEndian(offset)
      for end in [locator + littleEndian(UInt32(1)), locator, signature] {
        let data = random.noise(2000) + end + random.noise(20)
        let zip = ZipForge([ZipForge.Entry(utf8("a.bin"), data)]).with { $0.comment = end }
        let structure = try ZipStructure(ZipBytes(zip.bytes(), path: "a zip"))
        #expect(structure.isSafe, "\(offset): \(structure.findings)")
      }
    }
    for (disk, disks) in [(1, 1), (0, 0), (0, 2)] as [(UInt32, UInt32)] {
      var end = ZipForge.Zip64End()
      (end.locatorDisk, end.locatorDisks, end.locatorOffset) = (disk, disks, 35)
      let data = ZipForge([]).with { ($0.hasEnd, $0.zip64) = (false, end) }.bytes()
      let zip = ZipForge([ZipForge.Entry(utf8("a.bin"), data)])
      #expect(try ZipStructure(ZipBytes(zip.bytes(), path: "a zip")).isSafe)
    }
  }
}
