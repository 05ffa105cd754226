import CLzma

/// The settings of a raw LZMA stream, which must be the same for encoder and decoder.
private struct LzmaSettings {
  let window: Int

  init(size: Int, dictionary: Int) {
    window = StreamCodec.window(size: size, dictionary: dictionary)
  }

  /// Calls `body` with the filter chain in liblzma's format.
  @unsafe
  func withFilters<Result>(_ dictionary: [UInt8], _ body: ([lzma_filter]) -> Result) -> Result {
    unsafe dictionary.withUnsafeBufferPointer { dictionary in
      var options = unsafe lzma_options_lzma()
      unsafe lzma_lzma_preset(&options, eros_lzma_best_preset())
      unsafe options.dict_size = max(UInt32(window), eros_lzma_shortest_dictionary())
      unsafe options.preset_dict = dictionary.baseAddress
      unsafe options.preset_dict_size = UInt32(dictionary.count)
      // Streams are short, and a single set of statistics adapts faster than several.
      unsafe options.lc = 0
      unsafe options.lp = 0
      // Source code has no alignment.
      unsafe options.pb = 0
      return unsafe withUnsafeMutablePointer(to: &options) { options in
        unsafe body([
          lzma_filter(id: eros_lzma1_filter(), options: options),
          lzma_filter(id: eros_lzma_end_of_filters(), options: nil),
        ])
      }
    }
  }
}

/// Owns an `lzma_stream`, an encoder or decoder of liblzma.
@safe
private final class LzmaStream {
  private let stream: UnsafeMutablePointer<lzma_stream>

  init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: lzma_stream())
  }

  deinit {
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  @unsafe
  func start(_ start: (UnsafeMutablePointer<lzma_stream>) -> lzma_ret) throws(DeltaError) {
    let status = unsafe start(stream)
    guard status == LZMA_OK else { throw .library("liblzma returned \(status.rawValue)") }
  }

  /// Processes `input` from `position` on, with an output of up to `room` bytes.
  func step(
    _ input: [UInt8], from position: Int, room: Int, _ action: lzma_action
  ) -> (status: lzma_ret, chunk: DecodedChunk) {
    var status = LZMA_OK
    var consumed = 0
    let bytes = unsafe input.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { output, filled in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + position }
        unsafe stream.pointee.avail_in = input.count - position
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = room
        status = unsafe lzma_code(stream, action)
        filled = unsafe room - stream.pointee.avail_out
        consumed = unsafe input.count - position - stream.pointee.avail_in
      }
    }
    let chunk = DecodedChunk(bytes: bytes, consumed: consumed, isAtEnd: status == LZMA_STREAM_END)
    return (status, chunk)
  }
}

/// A compressor that writes a raw LZMA stream with an end marker.
enum LzmaEncoder {
  /// Small enough for smooth progress, even at a ratio of 10:1.
  private static let chunkSize = 16 * 1024

  /// Compresses `bytes`; passes the number of newly compressed bytes to `progress`.
  static func compress(
    _ bytes: [UInt8], dictionary: [UInt8], progress: (Int) -> Void
  ) throws(DeltaError) -> [UInt8] {
    let settings = LzmaSettings(size: bytes.count, dictionary: dictionary.count)
    let stream = LzmaStream()
    try unsafe stream.start { stream in
      unsafe settings.withFilters(dictionary) { unsafe lzma_raw_encoder(stream, $0) }
    }
    var packed: [UInt8] = []
    var position = 0
    while true {
      let (status, chunk) = stream.step(bytes, from: position, room: chunkSize, LZMA_FINISH)
      packed += chunk.bytes
      position += chunk.consumed
      progress(chunk.consumed)
      if chunk.isAtEnd { return packed }
      guard status == LZMA_OK else { throw .library("liblzma returned \(status.rawValue)") }
    }
  }
}

/// A decompressor for the output of ``LzmaEncoder``.
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
    // `LZMA_BUF_ERROR` means no progress, which the caller detects.
    case LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR: return chunk
    case LZMA_MEM_ERROR: throw DeltaError.library("liblzma is out of memory")
    default: throw DeltaFormatError.malformed("a stream is corrupt (liblzma: \(status.rawValue))")
    }
  }
}
