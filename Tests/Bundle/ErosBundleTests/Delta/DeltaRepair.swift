import ErosCore
import ErosCrypto

@testable import ErosBundle

// `Fuzz/` links to this file.

/// Corrects the checksums of randomly changed deltas, so that readers get beyond the checksums.
struct DeltaRepair {
  /// The old release that the delta must declare.
  private let before: TreeHash

  init(for old: some ContentTree) throws { before = try old.treeHash() }

  /// Returns the delta with a corrected header, or unchanged if the header is not readable.
  func repaired(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let (found, size) = try? DeltaHeader.read(bytes, patch: "") else { return bytes }
    var header = found
    let checksum = DeltaChecksum.byteCount
    let rest = bytes[size...]
    let script = rest.prefix(Int(clamping: header.script.packedSize))
    let content = Array(rest.dropFirst(script.count + checksum))
    header.before = before
    header.script.setSize(script.count)
    header.content.setSize(content.count)
    header.contentChecksum = DeltaChecksum(try SHA256Digest.of(content.span))
    let start = header.encoded() + script
    return start + DeltaChecksum(try SHA256Digest.of(start.span)).bytes + content
  }
}

extension DeltaPart {
  fileprivate mutating func setSize(_ count: Int) {
    packedSize = UInt64(count)
    if codec == .stored { size = packedSize }
  }
}
