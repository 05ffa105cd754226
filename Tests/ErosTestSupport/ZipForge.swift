/// A zip in which every field of every record can be made invalid.
///
/// Fields that a test does not set have valid values. Contents are stored, deflated as stored
/// blocks, or given as a deflate stream.
public struct ZipForge: Sendable {
  /// An entry: its local header, data, descriptor and central header.
  public struct Entry: Sendable {
    public var name: [UInt8]
    /// Uncompressed content.
    public var content: [UInt8]
    public var method: UInt16 = 0
    /// Data in the zip.
    ///
    /// `nil` means the content itself, or its stored blocks if it is deflated.
    public var packed: [UInt8]?
    public var versionMadeBy: UInt16 = 3 << 8 | 20
    public var versionNeeded: UInt16 = 20
    /// Flags, except the one for a descriptor, which ``descriptor`` sets.
    public var flags: UInt16 = 0
    public var time: UInt16 = 0
    public var date: UInt16 = 0x21
    /// Values in all records.
    ///
    /// `nil` means the correct ones.
    public var crc: UInt32?
    public var packedSize: UInt64?
    public var size: UInt64?
    public var internalAttributes: UInt16 = 0
    public var attributes: UInt32 = 0o100644 << 16
    public var extra: [UInt8] = []
    public var localExtra: [UInt8] = []
    public var comment: [UInt8] = []
    public var descriptor = Descriptor.none
    public var local = Header()
    public var central = Header()
    /// Values in the descriptor only.
    public var described = Header()
    /// Unused bytes before the local header and after the descriptor.
    public var before: [UInt8] = []
    public var after: [UInt8] = []
    /// `true` leaves the entry out of the directory.
    public var isHidden = false
    /// `true` writes the entry into the directory only.
    public var isPhantom = false

    public init(_ name: [UInt8], _ content: [UInt8] = []) {
      self.name = name
      self.content = content
    }

    public init(_ name: String, _ content: String = "") {
      self.init(Array(name.utf8), Array(content.utf8))
      if name.hasSuffix("/") { attributes = 0o040755 << 16 | 0x10 }
      if !name.utf8.allSatisfy({ $0 < 0x80 }) { flags = ZipForge.utf8Flag }
    }

    public func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }

    /// Returns a deflated copy, as stored blocks or as `stream`.
    public func deflated(_ stream: [UInt8]? = nil) -> Entry {
      with {
        $0.method = 8
        $0.packed = stream
      }
    }

    /// Returns a copy with a data descriptor and no sizes in the local header.
    public func described(_ style: Descriptor) -> Entry {
      with {
        $0.descriptor = style
        $0.local.crc = 0
        $0.local.packedSize = 0
        $0.local.size = 0
      }
    }
  }

  /// Fields of one record, which override those of the entry.
  public struct Header: Sendable {
    public var signature: UInt32?
    public var flags: UInt16?
    public var versionNeeded: UInt16?
    public var method: UInt16?
    public var time: UInt16?
    public var date: UInt16?
    public var crc: UInt32?
    public var packedSize: UInt64?
    public var size: UInt64?
    public var name: [UInt8]?
    public var nameLength: UInt16?
    public var extraLength: UInt16?
    public var commentLength: UInt16?
    public var disk: UInt16?
    public var offset: UInt32?
  }

  public enum Descriptor: Sendable {
    case none, signed, unsigned, signed64, unsigned64
  }

  /// The end record.
  ///
  /// `nil` means correct values.
  public struct End: Sendable {
    public var signature: UInt32 = 0x0605_4B50
    public var disk: UInt16 = 0
    public var directoryDisk: UInt16 = 0
    public var diskEntries: UInt16?
    public var entries: UInt16?
    public var directorySize: UInt32?
    public var directoryOffset: UInt32?
    public var commentLength: UInt16?
  }

  /// The ZIP64 end record and its locator.
  ///
  /// `nil` means correct values.
  public struct Zip64End: Sendable {
    public var signature: UInt32 = 0x0606_4B50
    public var recordSize: UInt64 = 44
    public var disk: UInt32 = 0
    public var directoryDisk: UInt32 = 0
    public var diskEntries: UInt64?
    public var entries: UInt64?
    public var directorySize: UInt64?
    public var directoryOffset: UInt64?
    /// Bytes between the record's fields and the locator.
    public var after: [UInt8] = []
    public var locatorSignature: UInt32 = 0x0706_4B50
    public var locatorDisk: UInt32 = 0
    public var locatorOffset: UInt64?
    public var locatorDisks: UInt32 = 1

    public init() {}
  }

  /// Flag of a UTF-8 name.
  public static let utf8Flag: UInt16 = 1 << 11

  public var entries: [Entry]
  /// Order of entries in the directory.
  ///
  /// `nil` means the order of ``entries``.
  public var directoryOrder: [Int]?
  public var comment: [UInt8] = []
  public var end = End()
  public var zip64: Zip64End?
  public var hasDirectory = true
  public var hasEnd = true
  /// Bytes before the first entry.
  ///
  /// Offsets include them if ``isPrefixCounted``.
  public var prefix: [UInt8] = []
  public var isPrefixCounted = true
  public var beforeDirectory: [UInt8] = []
  public var afterDirectory: [UInt8] = []
  public var beforeEnd: [UInt8] = []
  public var suffix: [UInt8] = []

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  public func with(_ change: (inout ZipForge) -> Void) -> ZipForge {
    var forge = self
    change(&forge)
    return forge
  }
}
