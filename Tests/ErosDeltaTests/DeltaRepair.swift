import ErosBundle
import ErosCore
import ErosCrypto

@testable import ErosDelta

// `Fuzz/` has a link to this file.

/// Gives a delta that was changed at random the checksums that its bytes need.
///
/// A reader refuses the rest at once, and nothing behind the checksums would ever be reached.
struct DeltaRepair {
  /// The release that the delta is to be for.
  private let before: TreeHash

  init(for old: some ContentTree) throws { before = try old.treeHash() }

  /// The delta with its header put right, or as it is when it has none that can be read.
  func repaired(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let (found, size) = try? DeltaHeader.read(bytes, patch: "") else { return bytes }
    var header = found
    let checksum = DeltaChecksum.byteCount
    let rest = bytes[size...]
    let script = rest.prefix(Int(clamping: header.script.packedSize))
    let content = Array(rest.dropFirst(script.count + checksum))
    header.before = before
    header.script.fit(script.count)
    header.content.fit(content.count)
    header.contentChecksum = DeltaChecksum(try SHA256Digest.of(content.span))
    let start = header.encoded() + script
    return start + DeltaChecksum(try SHA256Digest.of(start.span)).bytes + content
  }
}

extension DeltaPart {
  fileprivate mutating func fit(_ count: Int) {
    packedSize = UInt64(count)
    if codec == .stored { size = packedSize }
  }
}
