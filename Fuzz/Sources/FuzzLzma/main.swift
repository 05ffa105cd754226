import CFuzz
import CLiblzma
import Foundation

@testable import ErosBundle

// Decodes streams with `LzmaDecoder` and with liblzma, which must agree on the verdict and on the bytes. The input is the
// size of the contents and of the dictionary (two bytes each), the dictionary, and the stream.

/// Returns the contents, or `nil` for a stream that the reader of a delta refuses.
func decode(_ stream: [UInt8], size: Int, dictionary: [UInt8]) -> [UInt8]? {
  let part = DeltaPart(codec: .lzma, size: UInt64(size), packedSize: UInt64(stream.count))
  let reader = PackedReader(
    part, at: 0, of: ZipBytes(stream, path: "stream"), dictionary: dictionary)
  return try? reader.readAll()
}

func decodeByLiblzma(_ stream: [UInt8], size: Int, dictionary: [UInt8]) -> [UInt8]? {
  var output = [UInt8](repeating: 0, count: size + 1)
  let window = StreamCodec.window(size: size, dictionary: dictionary.count)
  let isValid = liblzma_decodes(
    stream, stream.count, dictionary, dictionary.count, UInt32(window), &output, size)
  return isValid == 1 ? output.dropLast() : nil
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard input.count >= 4 else { return 0 }
  let size = Int(input[0]) << 8 | Int(input[1])
  let dictionary = Array(input[4...].prefix(Int(input[2]) << 8 | Int(input[3])))
  let stream = Array(input[(4 + dictionary.count)...])
  precondition(
    decode(stream, size: size, dictionary: dictionary)
      == decodeByLiblzma(stream, size: size, dictionary: dictionary))
  return 0
}
