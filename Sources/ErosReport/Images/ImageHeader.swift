/// What the first bytes of an image say of it.
public struct ImageHeader: Hashable, Sendable {
  /// A format whose header is read.
  public enum Format: String, Sendable, CaseIterable {
    case png, jpeg, gif, webp

    /// The format that a file's extension promises, in lower case.
    init?(fileExtension: String) {
      self.init(rawValue: fileExtension == "jpg" ? "jpeg" : fileExtension)
    }
  }

  public let format: Format
  /// In pixels, at least 1.
  public let width: Int
  /// In pixels, at least 1.
  public let height: Int

  /// What the image takes once it is decoded, at four bytes a pixel as screens want it.
  public var decodedSize: UInt64 { UInt64(width) * UInt64(height) * 4 }
}

/// What comes of reading the head of a file.
enum ImageReading: Hashable, Sendable {
  case image(ImageHeader)
  /// The file is of this format by its first bytes, but tells no size: why.
  case damaged(ImageHeader.Format, String)
  /// The header goes on behind these bytes.
  case incomplete(ImageHeader.Format)
  case noImage

  var header: ImageHeader? {
    if case .image(let header) = self { header } else { nil }
  }

  /// An image of a size, which must not be nothing.
  init(_ format: ImageHeader.Format, width: Int, height: Int) {
    if width > 0, height > 0 {
      self = .image(ImageHeader(format: format, width: width, height: height))
    } else {
      self = .damaged(format, "its header declares \(width) × \(height) pixels")
    }
  }

  /// Reads the beginning of a file.
  ///
  /// ``incomplete(_:)`` asks for more bytes; at the end of the file it means that the header is cut.
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
      self = .noImage
    }
  }
}

/// The first bytes of a file; what lies behind them is `nil`, never read.
struct HeaderBytes {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func byte(_ offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }

  /// A number of `count` bytes, the most significant one first.
  func big(_ count: Int, at offset: Int) -> Int? { number(offset..<(offset + count)) }

  /// A number of `count` bytes, the least significant one first.
  func little(_ count: Int, at offset: Int) -> Int? {
    number((offset..<(offset + count)).reversed())
  }

  func has(_ expected: some Collection<UInt8>, at offset: Int) -> Bool {
    guard offset >= 0, bytes.count - offset >= expected.count else { return false }
    return bytes[offset...].starts(with: expected)
  }

  func has(_ expected: String, at offset: Int) -> Bool { has(Array(expected.utf8), at: offset) }

  private func number(_ places: some Sequence<Int>) -> Int? {
    var value = 0
    for place in places {
      guard let byte = byte(place) else { return nil }
      value = value << 8 | byte
    }
    return value
  }
}
