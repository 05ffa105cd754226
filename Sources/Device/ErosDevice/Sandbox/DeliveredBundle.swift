import ErosCore
import ErosCrypto
public import ErosFiles

/// A bundle or patch that you deliver to a device.
///
/// ```swift
/// let embedded = try DeliveredBundle(
///   zip: resources + "/bundle.zip", config: resources + "/bundle.config")
/// let launch = try device.launch(embedded: embedded)
/// ```
public struct DeliveredBundle: Sendable {
  /// The zip or patch.
  public let zip: ReadableFile
  /// The contents and path of `bundle.config`.
  ///
  /// If `nil`, the manifest inside the zip is used.
  public let config: (text: [UInt8], name: String)?
  /// Called during unpacking with the number of processed bytes, on any thread.
  public var progress: (@Sendable (UInt64) -> Void)?

  /// Set if the zip is in a staged folder, because a patch produced it there.
  ///
  /// The zip is then moved into the release. A copy would need the space twice.
  var stagedFolder: Folder?

  /// Wraps open files.
  public init(_ zip: ReadableFile, config: (text: [UInt8], name: String)? = nil) {
    self.zip = zip
    self.config = config
  }

  /// Opens a bundle or patch, and reads its `bundle.config` if you pass one.
  public init(zip: String, config: String? = nil) throws(FileError) {
    self.zip = try ReadableFile(zip)
    guard let config else {
      self.config = nil
      return
    }
    self.config = (text: try readWholeFile(config), name: config)
  }

  /// Returns a digest that identifies the delivered files: the zip, and the config if there is one.
  func source() throws -> SHA256Digest {
    try source(zipDigest: readZip { _ in })
  }

  func source(zipDigest: SHA256Digest) throws -> SHA256Digest {
    guard let config else { return zipDigest }
    let text = "\(zipDigest) \(try SHA256Digest.of(config.text))"
    return try SHA256Digest.of(Array(text.utf8))
  }

  /// Passes the zip to `body` in chunks, and returns its digest.
  func readZip(_ body: ([UInt8]) throws -> Void) throws -> SHA256Digest {
    var hasher = try SHA256Hasher()
    try zip.forEachChunk { chunk in
      try hasher.update(chunk)
      try body(chunk)
    }
    return try hasher.finish()
  }
}
