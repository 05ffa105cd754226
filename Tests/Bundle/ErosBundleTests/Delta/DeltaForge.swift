import ErosBundleTestSupport
import ErosCore
import ErosCrypto

@testable import ErosBundle

// Deltas are assembled manually here, to be wrong in one field only.

/// A builder of invalid deltas with correct checksums.
struct DeltaForge: Sendable {
  /// The columns of the script.
  var runs: [UInt64] = [2, 1 << 2 | 2, 1 << 2 | 0]
  var origins: [UInt64] = [0]
  var sizes: [UInt64] = [UInt64(zigzag: 3)]
  var shared: [UInt64] = []
  var rests: [String] = []
  var reference: UInt64 = 0
  var radius: UInt64 = 1
  var gaps: [UInt64] = [0, 3]
  var shifts: [UInt64] = [0, UInt64(zigzag: -3)]
  var counts: [UInt64] = [500, 500]
  var afterScript: [UInt8] = []
  /// The complete script, instead of the columns.
  var script: [UInt8]?
  var content = Array("NEW".utf8)
  var change: @Sendable (inout DeltaHeader) -> Void = { _ in }

  /// The release that the deltas are for.
  static let old: Files = [
    "a": (0..<1000).map { UInt8(truncatingIfNeeded: $0 * $0) }, "b": Array("0123456789".utf8),
  ]
  /// The release that the unchanged delta produces.
  static let new: Files = {
    var files = old
    files["a"]?.insert(contentsOf: "NEW".utf8, at: 500)
    return files
  }()

  /// A delta that moves a copy and has no content; `stream` is the compressed empty content.
  static func withoutContent(_ codec: StreamCodec, _ stream: [UInt8]) -> DeltaForge {
    var forge = DeltaForge()
    forge.sizes = [UInt64(zigzag: 100)]
    forge.gaps = [0, 0]
    forge.shifts = [0, UInt64(zigzag: -100)]
    forge.counts = [500, 600]
    forge.content = stream
    forge.change = { header in
      header.totalSize = 1110
      header.content.codec = codec
      header.content.size = 0
      if let after = try? MemoryTree(newWithoutContent).treeHash() { header.after = after }
    }
    return forge
  }

  /// The release that ``withoutContent(_:_:)`` produces.
  static let newWithoutContent: Files = {
    var files = old
    if let bytes = old["a"] { files["a"] = Array(bytes[..<500]) + bytes[400...] }
    return files
  }()

  /// Encodes the columns.
  func scriptBytes() -> [UInt8] {
    var writer = ColumnWriter()
    for column in [runs, origins, sizes, shared, rests.map { UInt64($0.utf8.count) }] {
      for number in column { writer.write(number) }
    }
    for rest in rests { writer.write(raw: rest.utf8) }
    for column in [[reference, radius], gaps, shifts, counts] {
      for number in column { writer.write(number) }
    }
    writer.write(raw: afterScript)
    return writer.bytes
  }

  func bytes() throws -> [UInt8] {
    let script = script ?? scriptBytes()
    var header = DeltaHeader(
      before: try MemoryTree(Self.old).treeHash(), after: try MemoryTree(Self.new).treeHash(),
      fileCount: 2, totalSize: 1013, copyCount: 2, dictionarySize: 0, zip: nil,
      script: Self.stored(script), content: Self.stored(content),
      contentChecksum: DeltaChecksum(try SHA256Digest.of(content.span)))
    change(&header)
    var delta = header.encoded() + script
    let checksum = try SHA256Digest.of(delta.span)
    delta += DeltaChecksum(checksum).bytes
    return delta + content
  }

  private static func stored(_ bytes: [UInt8]) -> DeltaPart {
    DeltaPart(codec: .stored, size: UInt64(bytes.count), packedSize: UInt64(bytes.count))
  }
}
