import ErosBundle
import ErosCore
import ErosCrypto
import ErosPack

/// The code that several scripts of a bundle contain.
///
/// Scripts are compared in content-defined chunks of about 300 bytes. Among scripts with equal
/// contents (``DuplicateFiles``), only the first script is compared.
public struct SharedCode: Sendable {
  /// Code that the same scripts contain.
  struct Group: Sendable {
    /// At least two scripts, sorted.
    let paths: [BundlePath]
    /// The size of the code, in bytes.
    let size: UInt64

    /// The size of all copies but one, in bytes.
    var repeatedSize: UInt64 { size * UInt64(paths.count - 1) }
  }

  /// The total size of the scripts, in bytes.
  public let size: UInt64
  /// The total size of the code that several scripts contain, counted in each script, in bytes.
  public let sharedSize: UInt64
  /// The size of a common file with that code, in bytes.
  let commonSize: UInt64
  /// The size of the scripts, compressed one by one as `eros pack` does, in bytes.
  let packedSize: UInt64
  /// The size of the common file and of the remaining code of each script, compressed in the same
  /// way, in bytes.
  let splitSize: UInt64
  /// The size of the code that other scripts also contain, for each script with such code, in
  /// bytes.
  let sizes: [BundlePath: UInt64]
  /// The code by the scripts that contain it, most repeated bytes first; at most ``maximumGroups``.
  let groups: [Group]

  /// The maximum number of groups in a report.
  static let maximumGroups = 20

  /// The download size that a common file saves, in bytes.
  public var saving: UInt64 { packedSize > splitSize ? packedSize - splitSize : 0 }
}

extension SharedCode {
  /// Finds the code that scripts share.
  ///
  /// - Parameter scripts: The scripts with different contents, sorted by path.
  /// - Returns: `nil` if the scripts share no code.
  /// - Throws: `CryptoError` if OpenSSL cannot hash.
  static func find(in scripts: [(path: BundlePath, content: [UInt8])]) throws -> SharedCode? {
    var index = ChunkIndex()
    for (number, script) in scripts.enumerated() { try index.add(script.content, of: number) }
    let shared = index.sharedChunks
    guard !shared.isEmpty else { return nil }

    let compressor = ScriptCompressor()
    var (packed, split, sharedSize) = (UInt64(0), UInt64(0), UInt64(0))
    var common: [UInt8] = []
    var written: Set<ChunkIndex.ID> = []
    var sizes: [BundlePath: UInt64] = [:]
    for (number, script) in scripts.enumerated() {
      packed += compressor.size(of: script.content)
      var rest: [UInt8] = []
      var size: UInt64 = 0
      for chunk in index.chunks[number] {
        guard shared.contains(chunk.id) else {
          rest += script.content[chunk.range]
          continue
        }
        size += UInt64(chunk.range.count)
        if written.insert(chunk.id).inserted { common += script.content[chunk.range] }
      }
      split += compressor.size(of: rest)
      sharedSize += size
      if size > 0 { sizes[script.path] = size }
    }
    return SharedCode(
      size: scripts.reduce(0) { $0 + UInt64($1.content.count) }, sharedSize: sharedSize,
      commonSize: UInt64(common.count), packedSize: packed,
      splitSize: split + compressor.size(of: common), sizes: sizes,
      groups: Array(index.groups(of: scripts.map(\.path)).prefix(maximumGroups)))
  }
}

/// The chunks of several scripts, and the scripts that contain each of them.
private struct ChunkIndex {
  /// A number for each distinct chunk.
  typealias ID = Int

  struct Chunk {
    let id: ID
    let range: Range<Int>
  }

  /// The chunks of each script.
  private(set) var chunks: [[Chunk]] = []
  private var ids: [SHA256Digest: ID] = [:]
  /// The numbers of the scripts that contain each chunk, in ascending order.
  private var scripts: [[Int]] = []
  /// The length of each distinct chunk.
  private var lengths: [Int] = []

  mutating func add(_ content: [UInt8], of script: Int) throws {
    var found: [Chunk] = []
    for range in ContentChunks(content) {
      let digest = try SHA256Digest.of(content.span.extracting(range))
      let id = ids[digest] ?? scripts.count
      if id == scripts.count {
        ids[digest] = id
        scripts.append([])
        lengths.append(range.count)
      }
      if scripts[id].last != script { scripts[id].append(script) }
      found.append(Chunk(id: id, range: range))
    }
    chunks.append(found)
  }

  /// The chunks that more than one script contains.
  var sharedChunks: Set<ID> { Set(scripts.indices.filter { scripts[$0].count > 1 }) }

  /// Returns the shared chunks by the scripts that contain them, most repeated bytes first.
  func groups(of paths: [BundlePath]) -> [SharedCode.Group] {
    var sizes: [[Int]: Int] = [:]
    for (script, length) in zip(scripts, lengths) where script.count > 1 {
      sizes[script, default: 0] += length
    }
    return sizes.map { SharedCode.Group(paths: $0.key.map { paths[$0] }, size: UInt64($0.value)) }
      .sorted {
        $0.repeatedSize == $1.repeatedSize
          ? $0.paths.lexicographicallyPrecedes($1.paths) : $0.repeatedSize > $1.repeatedSize
      }
  }
}

/// Measures compressed sizes as packed by `eros pack`.
struct ScriptCompressor {
  private let deflater = CompressionLevel.standard.deflateLevel.map { Deflater(level: $0) }

  func size(of content: [UInt8]) -> UInt64 {
    guard let deflater, !content.isEmpty else { return UInt64(content.count) }
    return UInt64(min(deflater.compress(content.span).count, content.count))
  }
}
