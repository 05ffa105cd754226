import ErosTestSupport
import Testing

/// A bundle that is odd, and still has one reading only.
struct UnusualZip: Sendable, CustomTestStringConvertible {
  let name: String
  let forge: ZipForge

  var testDescription: String { name }

  /// The expected entries, in the order of the directory.
  var entries: [(name: String, content: [UInt8])] {
    (forge.directoryOrder ?? Array(forge.entries.indices)).map {
      (String(decoding: forge.entries[$0].name, as: UTF8.self), forge.entries[$0].content)
    }
  }
}

extension UnusualZip {
  static let pages: [String: [UInt8]] = [
    "config/index.js": utf8("let config = 1"), "pages/home.js": utf8("let home = 1"),
    "pages/页面.js": utf8("let page = 1"),
  ]

  /// Zips that must be accepted, and that all readers read in the same way.
  static func all() throws -> [UnusualZip] {
    let good = try ZipForge.bundle(files: pages)
    var all: [UnusualZip] = []
    func add(_ name: String, _ change: (inout ZipForge) -> Void) {
      all.append(UnusualZip(name: name, forge: good.with(change)))
    }
    func addEach(_ name: String, _ change: (inout ZipForge.Entry) -> Void) {
      add(name) { for index in $0.entries.indices { change(&$0.entries[index]) } }
    }
    add("without a change") { _ in }
    addEach("with deflated entries") { $0 = $0.deflated() }
    addEach("with signed data descriptors") { $0 = $0.deflated().described(.signed) }
    addEach("with unsigned data descriptors") { $0 = $0.deflated().described(.unsigned) }
    addEach("with data descriptors and local sizes") {
      $0 = $0.deflated()
      $0.descriptor = .signed
    }
    addEach("with redundant ZIP64 fields in the directory") {
      let size = UInt64($0.content.count)
      $0.extra = zip64Field(size, size)
    }
    addEach("with ZIP64 fields that have the sizes") {
      let size = UInt64($0.content.count)
      ($0.central.size, $0.central.packedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
      ($0.local.size, $0.local.packedSize) = (0xFFFF_FFFF, 0xFFFF_FFFF)
      ($0.extra, $0.localExtra) = (zip64Field(size, size), zip64Field(size, size))
      $0.versionNeeded = 45
    }
    addEach("with an empty ZIP64 field") { $0.extra = zip64Field() }
    add("with ZIP64 end records") { $0.zip64 = ZipForge.Zip64End() }
    add("with redundant ZIP64 end records") {
      $0.zip64 = ZipForge.Zip64End()
      let (count, size) = ($0.entries.count, ZipForge($0.entries).bytes())
      ($0.end.diskEntries, $0.end.entries) = (UInt16(count), UInt16(count))
      ($0.end.directorySize, $0.end.directoryOffset) = directory(in: size)
    }
    add("with its entries in another order than the directory") {
      $0.directoryOrder = [3, 1, 0, 2]
    }
    add("with the manifest last") { $0.entries.append($0.entries.removeFirst()) }
    add("with folder entries") {
      $0.entries += ["config/", "pages/", "empty/"].map { ZipForge.Entry($0) }
    }
    add("with folder entries first") {
      $0.entries = ["pages/", "config/"].map { ZipForge.Entry($0) } + $0.entries
    }
    add("with deflated folder entries with descriptors") {
      $0.entries += ["config/", "pages/"].map {
        ZipForge.Entry($0).deflated([3, 0]).described(.signed)
      }
    }
    addAttributes(addEach)
    addNames { add($0, $1) }
    addContents { add($0, $1) }
    addRest(addEach) { add($0, $1) }
    return all
  }

  /// Returns the size and the offset of the directory from the end record of a zip.
  private static func directory(in bytes: [UInt8]) -> (size: UInt32, offset: UInt32) {
    func number(_ position: Int) -> UInt32 {
      bytes[position...].prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    return (number(bytes.count - 10), number(bytes.count - 6))
  }

  private static func addAttributes(_ add: (String, (inout ZipForge.Entry) -> Void) -> Void) {
    add("without a mode") { $0.attributes = 0 }
    add("with mode 0755 and no type") { $0.attributes = 0o755 << 16 }
    add("with mode 0777") { $0.attributes = 0o100777 << 16 }
    add("with a file type and mode 0") { $0.attributes = 0o100000 << 16 }
    add("with set-user-ID bits") { $0.attributes = 0o104755 << 16 }
    add("with DOS attributes") { $0.attributes |= 0x20 | 1 }
    for (system, name) in [(0, "DOS"), (3, "Unix"), (10, "Windows"), (19, "macOS"), (255, "none")] {
      add("by a writer on \(name)") { $0.versionMadeBy = UInt16(system) << 8 | 63 }
    }
    add("by a writer of version 25.5") { $0.versionMadeBy = 0x3FF }
    add("that needs version 1.0") { $0.versionNeeded = 10 }
    add("that needs version 4.5") { $0.versionNeeded = 45 }
    add("with other needed versions in the local headers") { $0.local.versionNeeded = 10 }
    add("with the text flag") { $0.internalAttributes = 1 }
  }

  private static func addNames(_ add: (String, (inout ZipForge) -> Void) -> Void) {
    add("with UTF-8 names without the UTF-8 flag") {
      $0.entries[3].flags = 0
    }
    add("with the UTF-8 flag on every name") {
      for index in $0.entries.indices { $0.entries[index].flags = ZipForge.utf8Flag }
    }
    add("with a file of a long name") {
      $0.entries.append(ZipForge.Entry(String(repeating: "a", count: 255), "x"))
    }
    add("with a file in 63 folders") {
      $0.entries.append(ZipForge.Entry(String(repeating: "a/", count: 63) + "b.js", "x"))
    }
    add("with a name that starts with a combining mark") {
      $0.entries.append(ZipForge.Entry("pages/\u{301}a.js", "x"))
    }
    add("with a folder whose last character joins the slash") {
      $0.entries.append(ZipForge.Entry(utf8("pages/x\u{600}/")).with { $0.attributes = 0x10 })
    }
    add("with names similar to parent components") {
      $0.entries += ["..a/b..", "...", ".hidden", "a.", "a b"].map { ZipForge.Entry($0, "x") }
    }
  }

  private static func addContents(_ add: (String, (inout ZipForge) -> Void) -> Void) {
    add("with an empty stored file") { $0.entries.append(ZipForge.Entry("empty.js")) }
    add("with an empty deflated file") {
      $0.entries.append(ZipForge.Entry("empty.js").deflated([3, 0]))
    }
    add("with an empty deflated file in a stored block") {
      $0.entries.append(ZipForge.Entry("empty.js").deflated())
    }
    add("with empty stored blocks") {
      let content = utf8("let x = 1")
      let empty: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
      $0.entries.append(
        ZipForge.Entry("x.js", "let x = 1").deflated(empty + empty + deflateStored(content)))
    }
    add("with one stored block per byte") {
      let stream = deflateStored(utf8("let x = 1"), blockSize: 1)
      $0.entries.append(ZipForge.Entry("x.js", "let x = 1").deflated(stream))
    }
    add("with a file of ratio 159:1") { $0.entries.append(repetition) }
    add("with a nested zip") {
      let inner = ZipForge([ZipForge.Entry("../evil.js", "x")]).bytes()
      $0.entries.append(ZipForge.Entry(utf8("inner.zip"), inner))
    }
    add("with the signatures of all records in a file's data") {
      let signatures: [UInt32] = [
        0x0403_4B50, 0x0807_4B50, 0x0201_4B50, 0x0606_4B50, 0x0706_4B50, 0x0605_4B50,
      ]
      $0.entries.append(ZipForge.Entry(utf8("x.bin"), signatures.flatMap { littleEndian($0) }))
    }
    add("with a checksum equal to the descriptor's signature") {
      // These four bytes have the signature as their CRC-32.
      let entry = ZipForge.Entry(utf8("x.bin"), [0xAC, 0x0A, 0x7A, 0xD5])
      $0.entries.append(entry.deflated().described(.signed))
    }
  }

  /// 258,001 letters in 1,627 bytes: one letter and matches at distance 1.
  static let repetition: ZipForge.Entry = {
    let bits = "11010010001" + String(repeating: "1100010100000", count: 1000) + "0000000"
    var stream: [UInt8] = []
    var rest = Substring(bits).utf8
    while !rest.isEmpty {
      stream.append(rest.prefix(8).reversed().reduce(0) { $0 << 1 | $1 & 1 })
      rest = rest.dropFirst(8)
    }
    let content = [UInt8](repeating: UInt8(ascii: "a"), count: 258_001)
    return ZipForge.Entry(utf8("a.txt"), content).deflated(stream)
  }()

  private static func addRest(
    _ addEach: (String, (inout ZipForge.Entry) -> Void) -> Void,
    _ add: (String, (inout ZipForge) -> Void) -> Void
  ) {
    addEach("with times of zero") { ($0.time, $0.date) = (0, 0) }
    addEach("with invalid times") { ($0.time, $0.date) = (.max, .max) }
    addEach("with Unix times") {
      $0.extra = extraField(0x5455, [1, 0, 0, 0, 0])
      $0.localExtra = extraField(0x5455, [1, 0, 0, 0, 0])
    }
    addEach("with owners and NTFS times") {
      $0.extra = extraField(0x7875, [1, 4, 0, 0, 0, 0, 4, 0, 0, 0, 0])
      $0.localExtra = extraField(0x000A, [UInt8](repeating: 0, count: 32))
    }
    addEach("with the marker of a JAR") { $0.localExtra = extraField(0xCAFE, []) }
    addEach("with the padding of zipalign") { $0.localExtra = [0, 0, 0] }
    addEach("with an unknown extra field") { $0.extra = extraField(0xABCD, [1, 2, 3]) }
    addEach("with a comment for each entry") { $0.comment = utf8("a comment") }
    addEach("with flags for maximum compression") {
      $0 = $0.deflated()
      $0.flags |= 1 << 1
    }
    add("with a comment") { $0.comment = utf8("made by hand") }
    add("with the longest comment") {
      $0.comment = [UInt8](repeating: UInt8(ascii: "x"), count: 65_535)
    }
  }
}
