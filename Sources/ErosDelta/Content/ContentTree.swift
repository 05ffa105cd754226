public import ErosCore
public import ErosCrypto

/// A file of a release, as what a delta needs to know of it.
public struct ContentFile: Hashable, Sendable {
  /// The name of the file in the release.
  public let path: BundlePath
  /// How many bytes it has.
  public let size: UInt64
  /// The SHA-256 of its bytes.
  public let sha256: SHA256Digest

  /// Takes what is known of a file; nothing is read.
  public init(path: BundlePath, size: UInt64, sha256: SHA256Digest) {
    self.path = path
    self.size = size
    self.sha256 = sha256
  }
}

/// The files of a release, which can be read in pieces.
public protocol ContentTree: Sendable {
  /// The files in the order of the bytes of their paths, without `md5.json`.
  ///
  /// The digests are those of the bytes that ``read(_:at:count:)`` gives: whoever makes a tree has
  /// verified them.
  var files: [ContentFile] { get }

  /// Reads `count` bytes of the file at an index of ``files`` from `offset` on; fewer only where it
  /// ends.
  ///
  /// Called from several threads.
  ///
  /// - Throws: what reading the bytes throws; a delta that needs them is then given up with it.
  func read(_ file: Int, at offset: UInt64, count: Int) throws -> [UInt8]
}

extension ContentTree {
  /// The name of the release.
  func treeHash() throws(CryptoError) -> TreeHash { try TreeHash.of(files) }
}

extension TreeHash {
  /// Computes the name of a release from all of its files.
  package static func of(_ files: [ContentFile]) throws(CryptoError) -> TreeHash {
    try of(files.map { (path: $0.path, size: $0.size, sha256: $0.sha256) })
  }
}

/// A release that is held in memory.
public struct MemoryTree: ContentTree {
  public let files: [ContentFile]
  /// What the files hold, in their order.
  let contents: [[UInt8]]

  /// Takes the files in any order and computes their digests.
  public init(_ contents: [BundlePath: [UInt8]]) throws(CryptoError) {
    let sorted = contents.sorted { $0.key < $1.key }
    var files: [ContentFile] = []
    for (path, bytes) in sorted {
      let digest = try SHA256Digest.of(bytes.span)
      files.append(ContentFile(path: path, size: UInt64(bytes.count), sha256: digest))
    }
    self.init(files, sorted.map(\.value))
  }

  /// Takes files that are in order, with the contents that their digests were computed from.
  init(_ files: [ContentFile], _ contents: [[UInt8]]) {
    self.files = files
    self.contents = contents
  }

  public func read(_ file: Int, at offset: UInt64, count: Int) -> [UInt8] {
    guard offset < files[file].size else { return [] }
    return Array(contents[file][Int(offset)...].prefix(count))
  }
}
