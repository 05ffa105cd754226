/// Writes a zip in which every field of every record can be wrong on purpose.
///
/// What is not set is right, so a case names only what is wrong with it. Nothing is compressed:
/// contents are stored, or deflated as stored blocks, or given as the bytes of a stream.
public struct ZipForge: Sendable {
  /// One entry: what stands before its data, behind it and in the directory.
  public struct Entry: Sendable {
    public var name: [UInt8]
    /// What the entry holds, unpacked.
    public var content: [UInt8]
    public var method: UInt16 = 0
    /// The bytes in the zip; `nil` stands for the content, as stored blocks when it is deflated.
    public var packed: [UInt8]?
    public var versionMadeBy: UInt16 = 3 << 8 | 20
    public var versionNeeded: UInt16 = 20
    /// The flags without the one for the descriptor, which ``descriptor`` sets.
    public var flags: UInt16 = 0
    public var time: UInt16 = 0
    public var date: UInt16 = 0x21
    /// What all records claim; `nil` for what is true.
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
    /// What only the descriptor claims.
    public var described = Header()
    /// Bytes before the local header and behind the descriptor that belong to nothing.
    public var before: [UInt8] = []
    public var behind: [UInt8] = []
    /// Whether the entry is left out of the directory, or of the rest.
    public var isHidden = false
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

    /// The same entry after `change`.
    public func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }

    /// The same entry, deflated.
    public func deflated(_ stream: [UInt8]? = nil) -> Entry {
      with {
        $0.method = 8
        $0.packed = stream
      }
    }

    /// The same entry, with a data descriptor and no sizes in the local header.
    public func described(_ style: Descriptor) -> Entry {
      with {
        $0.descriptor = style
        $0.local.crc = 0
        $0.local.packedSize = 0
        $0.local.size = 0
      }
    }
  }

  /// Fields that differ from those of the entry in one of its records.
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

  /// How sizes stand behind the data.
  public enum Descriptor: Sendable {
    case none, signed, unsigned, signed64, unsigned64
  }

  /// The end record; `nil` for what is true.
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

  /// The ZIP64 end record and its locator; `nil` for what is true.
  public struct Zip64End: Sendable {
    public var signature: UInt32 = 0x0606_4B50
    public var recordSize: UInt64 = 44
    public var disk: UInt32 = 0
    public var directoryDisk: UInt32 = 0
    public var diskEntries: UInt64?
    public var entries: UInt64?
    public var directorySize: UInt64?
    public var directoryOffset: UInt64?
    /// Bytes behind the fields of the record, and between it and its locator.
    public var behind: [UInt8] = []
    public var locatorSignature: UInt32 = 0x0706_4B50
    public var locatorDisk: UInt32 = 0
    public var locatorOffset: UInt64?
    public var locatorDisks: UInt32 = 1

    public init() {}
  }

  /// The flag of names in UTF-8.
  public static let utf8Flag: UInt16 = 1 << 11

  public var entries: [Entry]
  /// In which order the directory names the entries; `nil` for that of the entries.
  public var directoryOrder: [Int]?
  public var comment: [UInt8] = []
  public var end = End()
  public var zip64: Zip64End?
  /// Whether the directory, and whether the end record is left out.
  public var hasDirectory = true
  public var hasEnd = true
  /// Bytes before the first entry; the offsets count them, unless ``isPrefixCounted`` is false.
  public var prefix: [UInt8] = []
  public var isPrefixCounted = true
  public var beforeDirectory: [UInt8] = []
  public var behindDirectory: [UInt8] = []
  public var beforeEnd: [UInt8] = []
  public var suffix: [UInt8] = []

  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// The same zip after `change`.
  public func with(_ change: (inout ZipForge) -> Void) -> ZipForge {
    var forge = self
    change(&forge)
    return forge
  }
}
