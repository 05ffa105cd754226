import ErosBundle
import ErosCore
import ErosCrypto
import ErosPack

/// Code that several scripts in a bundle contain.
///
/// Scripts are compared in content-defined chunks of about 300 bytes. Of equal scripts
/// (``DuplicateFiles``), only the first is compared.
public struct SharedCode: Sendable {
  /// Code that the same scripts contain.
  struct Group: Sendable {
    /// Sorted scripts, at least two.
    let paths: [BundlePath]
    /// Size of the code in bytes.
    let size: UInt64

    /// Bytes in all copies but one.
    var repeatedSize: UInt64 { size * UInt64(paths.count - 1) }
  }

  /// Total size of all scripts in bytes.
  public let size: UInt64
  /// Total size of shared code in bytes, counted in each script.
  public let sharedSize: UInt64
  /// Size in bytes of a common file with that code.
  let commonSize: UInt64
  /// Size in bytes of all scripts, each compressed as `eros pack` does.
  let packedSize: UInt64
  /// Size in bytes of the common file and what remains of each script, compressed in the same way.
  let splitSize: UInt64
  /// Bytes of shared code, for each script that has any.
  let sizes: [BundlePath: UInt64]
  /// Code by the scripts that contain it, most repeated bytes first, at most ``maximumGroups``.
  let groups: [Group]

  /// Maximum number of groups in a report.
  static let maximumGroups = 20

  /// Bytes less to download if there were a common file.
  public var saving: UInt64 { packedSize > splitSize ? packedSize - splitSize : 0 }
}

extension SharedCode {
  /// Finds code that scripts share.
  ///
  /// - Parameter scripts: Scripts with different contents, sorted by path.
  /// - Returns: `nil` if no code is shared.
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
      var remainder: [UInt8] = []
      var size: UInt64 = 0
      for chunk in index.chunks[number] {
        guard shared.contains(chunk.id) else {
          remainder += script.content[chunk.range]
          continue
        }
        size += UInt64(chunk.range.count)
        if written.insert(chunk.id).inserted { common += script.content[chunk.range] }
      }
      split += compressor.size(of: remainder)
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

/// Chunks from several scripts, and which scripts contain each of them.
private struct ChunkIndex {
  /// Number for a distinct chunk.
  typealias ID = Int

  struct Chunk {
    let id: ID
    let range: Range<Int>
  }

  /// Chunks of each script.
  private(set) var chunks: [[Chunk]] = []
  private var ids: [SHA256Digest: ID] = [:]
  /// Numbers of the scripts that contain each chunk, in ascending order.
  private var scripts: [[Int]] = []
  /// Length of each distinct chunk.
  private var lengths: [Int] = []

  mutating func add(_ content: [UInt8], of script: Int) throws {
    var scriptChunks: [Chunk] = []
    for range in ContentChunks(content) {
      let digest = try SHA256Digest.of(content.span.extracting(range))
      let id = ids[digest] ?? scripts.count
      if id == scripts.count {
        ids[digest] = id
        scripts.append([])
        lengths.append(range.count)
      }
      if scripts[id].last != script { scripts[id].append(script) }
      scriptChunks.append(Chunk(id: id, range: range))
    }
    chunks.append(scriptChunks)
  }

  /// Chunks that more than one script contains.
  var sharedChunks: Set<ID> { Set(scripts.indices.filter { scripts[$0].count > 1 }) }

  /// Groups shared chunks by the scripts that contain them, most repeated bytes first.
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

/// Measures compressed sizes as `eros pack` would pack.
struct ScriptCompressor {
  private let deflater = CompressionLevel.standard.deflateLevel.map { Deflater(level: $0) }

  func size(of content: [UInt8]) -> UInt64 {
    guard let deflater, !content.isEmpty else { return UInt64(content.count) }
    return UInt64(min(deflater.compress(content.span).count, content.count))
  }
}
