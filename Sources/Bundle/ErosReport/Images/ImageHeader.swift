import ErosCore

/// Format and size of an image, as its header declares.
struct ImageHeader: Hashable, Sendable {
  /// A supported image format.
  enum Format: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    /// Creates a format from a file name extension in lower case.
    init?(fileExtension: String) {
      self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension)
    }
  }

  let format: Format
  /// Pixels, at least 1.
  let width: Int
  /// Pixels, at least 1.
  let height: Int

  /// Bytes in memory after decoding, at four per pixel.
  var decodedSize: UInt64 { UInt64(width) * UInt64(height) * 4 }
}

/// Result of reading a file's first bytes.
enum ImageReading: Hashable, Sendable {
  case image(ImageHeader)
  /// A signature with an invalid header, and the reason.
  case damaged(ImageHeader.Format, Message)
  /// The header goes on after the given bytes.
  case incomplete(ImageHeader.Format)
  case notAnImage

  var header: ImageHeader? {
    if case .image(let header) = self { header } else { nil }
  }

  /// Creates a valid reading, or a damaged one if a side is zero.
  init(_ format: ImageHeader.Format, width: Int, height: Int) {
    if width > 0, height > 0 {
      self = .image(ImageHeader(format: format, width: width, height: height))
    } else {
      self = .damaged(format, "invalid size of \(width) × \(height) pixels")
    }
  }

  /// Reads the start of a file.
  ///
  /// If the result is ``incomplete(_:)``, try again with more bytes. At the end of a file, it means
  /// a truncated header.
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

/// First bytes of a file.
///
/// Reading beyond them gives `nil`.
struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  func bigEndian(_ count: Int, at offset: Int) -> Int? { number(offset..<(offset + count)) }

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
