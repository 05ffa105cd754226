import CLzma

/// A decompressor for a raw LZMA stream with an end marker.
final class LzmaDecoder: StreamDecoder {
  private let stream = LzmaStream()

  init(size: Int, dictionary: [UInt8]) throws(DeltaError) {
    let settings = LzmaSettings(size: size, dictionary: dictionary.count)
    try unsafe stream.start { stream in
      unsafe settings.withFilters(dictionary) { unsafe lzma_raw_decoder(stream, $0) }
    }
  }

  func step(_ input: [UInt8], from position: Int, room: Int) throws -> DecodedChunk {
    let (status, chunk) = stream.step(input, from: position, room: room, LZMA_RUN)
    switch status {
    // `LZMA_BUF_ERROR` means no progress; the caller detects it.
    case LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR: return chunk
    case LZMA_MEM_ERROR: throw DeltaError.library("liblzma is out of memory")
    default: throw DeltaFormatError.malformed("a stream is corrupt (liblzma: \(status.rawValue))")
    }
  }
}
