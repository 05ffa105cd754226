import CLiblzma
import Foundation

@testable import ErosBundle
@testable import ErosPack

// Prints the speed of `LzmaDecoder` and of liblzma, in bytes of output per second of processor time, for the file that
// the argument names and for noise. Both decompress in turns. `scripts/bench lzma` runs it.

let rounds = 21

func time(_ body: () throws -> Void) rethrows -> Double {
  var start = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start)
  try body()
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

func measure(_ name: String, _ contents: [UInt8]) throws {
  let packed = try LzmaEncoder.compress(contents, dictionary: [])
  let part = DeltaPart(
    codec: .lzma, size: UInt64(contents.count), packedSize: UInt64(packed.count))
  let window = UInt32(StreamCodec.window(size: contents.count, dictionary: 0))
  var output = [UInt8](repeating: 0, count: contents.count + 1)
  var (ours, theirs): ([Double], [Double]) = ([], [])
  for _ in 0..<rounds {
    var bytes: [UInt8] = []
    ours.append(
      try time {
        bytes = try PackedReader(
          part, at: 0, of: ZipBytes(packed, path: "stream"), dictionary: []
        ).readAll()
      })
    precondition(bytes == contents)
    theirs.append(
      time {
        let isValid = liblzma_decodes(
          packed, packed.count, [], 0, window, &output, contents.count)
        precondition(isValid == 1)
      })
    precondition(output.dropLast() == contents[...])
  }
  print(
    name, Int(Double(contents.count) / median(ours)), Int(Double(contents.count) / median(theirs)))
}

var generator = SystemRandomNumberGenerator()
try measure("file", Array(Data(contentsOf: URL(fileURLWithPath: CommandLine.arguments[1]))))
// Letters of equal probability: no repetitions, and two thirds of a byte each.
try measure("noise", (0..<1 << 20).map { _ in UInt8.random(in: 0..<48, using: &generator) })
