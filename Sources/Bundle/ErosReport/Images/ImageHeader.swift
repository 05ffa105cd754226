/// The format and size of an image, as its header declares.
struct ImageHeader: Hashable, Sendable {
  /// A supported image format.
  enum Format: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    /// Creates the format for a file name extension in lower case.
    init?(fileExtension: String) {
      self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension)
    }
  }

  let format: Format
  /// The width in pixels, at least 1.
  let width: Int
  /// The height in pixels, at least 1.
  let height: Int

  /// The memory for the decoded image in bytes, at four bytes per pixel.
  var decodedSize: UInt64 { UInt64(width) * UInt64(height) * 4 }
}

/// The result of reading the start of a file.
enum ImageReading: Hashable, Sendable {
  case image(ImageHeader)
  /// A file with the signature of a format but an invalid header, and the reason.
  case damaged(ImageHeader.Format, String)
  /// The header continues after the given bytes.
  case incomplete(ImageHeader.Format)
  case notAnImage

  var header: ImageHeader? {
    if case .image(let header) = self { header } else { nil }
  }

  /// Creates a valid reading, or a damaged reading if a side is zero.
  init(_ format: ImageHeader.Format, width: Int, height: Int) {
    if width > 0, height > 0 {
      self = .image(ImageHeader(format: format, width: width, height: height))
    } else {
      self = .damaged(format, "invalid size of \(width) × \(height) pixels")
    }
  }

  /// Reads the start of a file.
  ///
  /// ``incomplete(_:)`` requests more bytes; at the end of the file it means a truncated header.
  init(_ bytes: [UInt8]) {
    let head = HeaderBytes(bytes)
    if head.has(PNGHeader.signature, at: 0) {
      self = PNGHeader.read(head)
    } else if head.has([0xFF, 0xD8, 0xFF], at: 0) {
      self = JPEGHeader.read(head)
    } else if head.has("GIF87a", at: 0) || head.has("GIF89a", at: 0) {
      self = GIFHeader.read(head)
    } else if head.has("RIFF", at: 0), head.has("WEBP", at: 8) {
      self = WebPHeader.read(head)
    } else {
      self = .notAnImage
    }
  }
}

/// The first bytes of a file; reads beyond them return `nil`.
struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  /// Reads a big-endian number of `count` bytes.
  func bigEndian(_ count: Int, at offset: Int) -> Int? { number(offset..<(offset + count)) }

  /// Reads a little-endian number of `count` bytes.
  func littleEndian(_ count: Int, at offset: Int) -> Int? {
    number((offset..<(offset + count)).reversed())
  }

  func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, bytes.count - offset >= expected.count else { return false }
    return bytes[offset...].starts(with: expected)
  }

  func has(_ expected: String, at offset: Int) -> Bool { has(Array(expected.utf8), at: offset) }

  private func number(_ offsets: some Sequence<Int>) -> Int? {
    var value = 0
    for offset in offsets {
      guard let byte = byte(offset) else { return nil }
      value = value << 8 | byte
    }
    return value
  }
}
