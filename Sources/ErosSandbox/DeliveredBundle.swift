import ErosCore
import ErosCrypto
public import ErosFiles

/// A bundle as it is handed over: the zip, and the `bundle.config` that came with it, if one did.
public struct DeliveredBundle: Sendable {
  /// The zip, or the patch that makes it, opened for reading.
  public let zip: ReadableFile
  /// The text and the name of the `bundle.config`; without it, the manifest in the zip is used.
  public let config: (text: [UInt8], name: String)?
  /// Called while the zip is unpacked, from any thread, with the number of its bytes that are done.
  public var progress: (@Sendable (UInt64) -> Void)?

  /// Hands over files that are open already.
  public init(_ zip: ReadableFile, config: (text: [UInt8], name: String)? = nil) {
    self.zip = zip
    self.config = config
  }

  /// Opens the files at these paths.
  public init(zip: String, config: String? = nil) throws(FileError) {
    self.zip = try ReadableFile(zip)
    guard let config else {
      self.config = nil
      return
    }
    self.config = (text: try readWholeFile(config), name: config)
  }

  /// What tells this delivery from another one: the digest of the zip, and that of the config.
  func source() throws -> SHA256Digest {
    try source(zipDigest: readZip { _ in })
  }

  /// The same, for those who know the digest of the zip.
  func source(zipDigest: SHA256Digest) throws -> SHA256Digest {
    guard let config else { return zipDigest }
    let text = "\(zipDigest) \(try SHA256Digest.of(config.text.span))"
    return try SHA256Digest.of(Array(text.utf8).span)
  }

  /// Hands the zip piece by piece to `body` and returns its digest.
  func readZip(_ body: ([UInt8]) throws -> Void) throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try zip.forEachChunk { piece in
      try hasher.update(piece.span)
      try body(piece)
    }
    return try hasher.finish()
  }
}
