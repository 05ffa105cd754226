import CFuzz
import ErosBundle
import ErosLegacyPatch

// Applies patches to a fixed old file. If the first byte of the input is even, the rest is the patch.
// Otherwise, the rest is the uncompressed contents of a patch: without this, no mutation would pass
// the checksums of bzip2.

let sizeLimit: UInt64 = 1 << 20
let old = ZipBytes((0..<5000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }, path: "old")

/// Builds a patch from the sizes of the first two blocks and of the new file, two bytes each, and the
/// three uncompressed blocks.
func patch(of input: ArraySlice<UInt8>) -> [UInt8] {
  var rest = input
  func number() -> Int {
    let bytes = rest.prefix(2)
    rest = rest.dropFirst(2)
    return bytes.reduce(0) { $0 << 8 | Int($1) }
  }
  func encoded(_ number: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
  let sizes = [number(), number()]
  let newSize = number()
  var blocks: [[UInt8]] = []
  for size in sizes {
    blocks.append(compressed(Array(rest.prefix(size))))
    rest = rest.dropFirst(size)
  }
  blocks.append(compressed(Array(rest)))
  return Array("BSDIFF40".utf8) + encoded(blocks[0].count) + encoded(blocks[1].count)
    + encoded(newSize) + blocks.flatMap(\.self)
}

func compressed(_ bytes: [UInt8]) -> [UInt8] {
  var bytes = bytes
  var size = UInt32(bytes.count + bytes.count / 100 + 600)
  var output = [UInt8](repeating: 0, count: Int(size))
  let status = output.withUnsafeMutableBytes { output in
    bytes.withUnsafeMutableBytes { input in
      BZ2_bzBuffToBuffCompress(
        output.baseAddress, &size, input.baseAddress, UInt32(input.count), 1, 0, 0)
    }
  }
  precondition(status == BZ_OK)
  return Array(output.prefix(Int(size)))
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let bytes =
    input.first.map { $0 % 2 == 0 } ?? true
    ? Array(input.dropFirst()) : patch(of: input.dropFirst())
  var made: UInt64 = 0
  let size = try? BSDiffDecoder(sizeLimit: sizeLimit).decode(
    patch: ZipBytes(bytes, path: "patch"), old: old
  ) { made += UInt64($0.count) }
  precondition(made <= sizeLimit && size ?? made == made)
  return 0
}
