import ErosCore

/// Signatures of zip records (PKWARE's APPNOTE, section 4.3).
enum ZipSignature {
  static let localHeader: UInt32 = 0x0403_4B50
  static let descriptor: UInt32 = 0x0807_4B50
  static let centralHeader: UInt32 = 0x0201_4B50
  static let zip64EndRecord: UInt32 = 0x0606_4B50
  static let zip64Locator: UInt32 = 0x0706_4B50
  static let endRecord: UInt32 = 0x0605_4B50
}

/// A header in the central directory, including its ZIP64 field's values.
struct CentralHeader {
  static let fixedSize = 46

  var versionNeeded: UInt16
  var flags: UInt16
  var method: UInt16
  var time: UInt16
  var date: UInt16
  var crc32: UInt32
  var compressedSize: UInt64
  var size: UInt64
  var disk: UInt32
  var attributes: UInt32
  var localOffset: UInt64
  var name: [UInt8]
  var extra: [UInt8]
  /// Set once the name is validated.
  ///
  /// Stored because composing is slow.
  var path: BundlePath?

  var isFolder: Bool { name.last == UInt8(ascii: "/") }

  var hasDescriptor: Bool { flags & ZipFlags.descriptor != 0 }

  /// `true` if sizes in the data descriptor have 64 bits.
  var hasLongDescriptor: Bool { max(size, compressedSize) > UInt64(UInt32.max) }

  /// Escaped name, as findings show it.
  var shownName: String { Finding.entryName(name) }
}

/// A local header, stored before an entry's data.
struct LocalHeader {
  static let fixedSize = 30

  var versionNeeded: UInt16
  var flags: UInt16
  var method: UInt16
  var time: UInt16
  var date: UInt16
  var crc32: UInt32
  var compressedSize: UInt64
  var size: UInt64
  var name: [UInt8]
  var extra: [UInt8]

  /// The complete header's size in bytes.
  var length: UInt64 { UInt64(Self.fixedSize + name.count + extra.count) }
}

/// Zip version that an entry requires, times ten.
enum ZipVersion {
  /// Has ZIP64.
  ///
  /// Later versions add methods and encryption.
  static let maximum: UInt16 = 45

  /// Drops the high byte, because some writers put their system there.
  static func needed(_ field: UInt16) -> UInt16 { field & 0xFF }
}

/// General purpose flags.
enum ZipFlags {
  static let descriptor: UInt16 = 1 << 3
  static let encrypted: UInt16 = 1 << 0 | 1 << 6 | 1 << 13
  /// Flags that clients' readers support: compression effort, data descriptor and UTF-8 names.
  static let supported: UInt16 = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 11
}

/// Extra fields (APPNOTE, sections 4.5 and 4.6).
enum ZipExtra {
  typealias Field = (id: UInt16, data: ArraySlice<UInt8>)

  static let zip64: UInt16 = 0x0001
  /// Extended timestamps: a byte of flags, then Unix times.
  static let times: UInt16 = 0x5455
  /// Change nothing for any reader: times, owners, padding or a marker.
  static let harmless: Set<UInt16> = [0x000A, 0x5455, 0x5855, 0x7855, 0x7875, 0xCAFE, 0xD935]
  /// Change the name, type or data for readers that support them.
  ///
  /// They are strong encryption, names and comments of Info-ZIP and Xceed, AES, fields that can
  /// turn a file into a link, and the marker that makes minizip read an entry's data as the
  /// directory.
  static let dangerous: Set<UInt16> = [
    0x0017, 0x6375, 0x7075, 0x554E, 0x9901, 0x000D, 0x756E, 0x6C78, 0xCDCD,
  ]

  /// Returns `true` if there is a rule for this field.
  static func isKnown(_ id: UInt16) -> Bool {
    id == zip64 || harmless.contains(id) || dangerous.contains(id)
  }

  /// Returns the fields in order, or `nil` if they do not fill the bytes.
  ///
  /// Up to three zero bytes at the end are padding from Android's `zipalign`.
  static func fields(_ bytes: [UInt8]) -> [Field]? {
    var reader = LittleEndianReader(bytes)
    var fields: [Field] = []
    while reader.remaining >= 4 {
      let id = reader.uint16()
      fields.append((id, reader.take(Int(reader.uint16()))))
    }
    let isPadded = reader.take(reader.remaining).allSatisfy { $0 == 0 }
    return reader.isOverrun || !isPadded ? nil : fields
  }
}
