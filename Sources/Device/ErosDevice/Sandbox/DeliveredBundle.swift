import ErosCore
import ErosCrypto
public import ErosFiles

/// A bundle or patch to install, with the `bundle.config` delivered with it, if any.
public struct DeliveredBundle: Sendable {
  /// The zip or patch, opened for reading.
  public let zip: ReadableFile
  /// The contents and path of `bundle.config`.
  ///
  /// If `nil`, the manifest in the zip is used.
  public let config: (text: [UInt8], name: String)?
  /// A closure called during unpacking, on any thread, with the number of bytes processed.
  public var progress: (@Sendable (UInt64) -> Void)?

  /// The staged folder of the sandbox that contains ``zip``, if a patch produced it.
  ///
  /// The zip is then moved into the release, because a copy would need the space twice.
  var stagedFolder: Folder?

  /// Creates a bundle from open files.
  public init(_ zip: ReadableFile, config: (text: [UInt8], name: String)? = nil) {
    self.zip = zip
    self.config = config
  }

  /// Opens the files of a bundle.
  public init(zip: String, config: String? = nil) throws(FileError) {
    self.zip = try ReadableFile(zip)
    guard let config else {
      self.config = nil
      return
    }
    self.config = (text: try readWholeFile(config), name: config)
  }

  /// Returns the digest that identifies the delivered files: the zip and, if present, the config.
  func source() throws -> SHA256Digest {
    try source(zipDigest: readZip { _ in })
  }

  func source(zipDigest: SHA256Digest) throws -> SHA256Digest {
    guard let config else { return zipDigest }
    let text = "\(zipDigest) \(try SHA256Digest.of(config.text))"
    return try SHA256Digest.of(Array(text.utf8))
  }

  /// Passes the zip in chunks to `body`, and returns its digest.
  func readZip(_ body: ([UInt8]) throws -> Void) throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try zip.forEachChunk { chunk in
      try hasher.update(chunk)
      try body(chunk)
    }
    return try hasher.finish()
  }
}
