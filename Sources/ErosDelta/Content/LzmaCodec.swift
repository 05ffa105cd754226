import CLzma

/// The settings of a raw LZMA stream, which encoder and decoder must have in common.
private struct LzmaSettings {
  let window: Int

  init(size: Int, dictionary: Int) {
    window = StreamCodec.window(size: size, dictionary: dictionary)
  }

  /// Runs `body` with the chain of filters in the form that the library wants.
  @unsafe
  func withFilters<Result>(_ dictionary: [UInt8], _ body: ([lzma_filter]) -> Result) -> Result {
    unsafe dictionary.withUnsafeBufferPointer { dictionary in
      var options = unsafe lzma_options_lzma()
      unsafe lzma_lzma_preset(&options, eros_lzma_best_preset())
      unsafe options.dict_size = max(UInt32(window), eros_lzma_shortest_dictionary())
      unsafe options.preset_dict = dictionary.baseAddress
      unsafe options.preset_dict_size = UInt32(dictionary.count)
      // New bytes are few, and one set of statistics has learned from them before many would have.
      unsafe options.lc = 0
      unsafe options.lp = 0
      // Text has no alignment.
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

/// One running coder of liblzma's.
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
    guard status == LZMA_OK else { throw .library("liblzma reports \(status.rawValue)") }
  }

  /// Codes some of `input` from `position` on into up to `room` bytes.
  func step(
    _ input: [UInt8], from position: Int, room: Int, _ action: lzma_action
  ) -> (status: lzma_ret, piece: DecodedPiece) {
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
    let piece = DecodedPiece(bytes: bytes, consumed: consumed, isAtEnd: status == LZMA_STREAM_END)
    return (status, piece)
  }
}

/// Compresses with LZMA: a raw stream with an end marker.
enum LzmaEncoder {
  /// So small that progress is seen even where text shrinks to a tenth.
  private static let pieceSize = 16 * 1024

  /// Compresses `bytes`; `progress` gets how many more of them are done.
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
      let (status, piece) = stream.step(bytes, from: position, room: pieceSize, LZMA_FINISH)
      packed += piece.bytes
      position += piece.consumed
      progress(piece.consumed)
      if piece.isAtEnd { return packed }
      guard status == LZMA_OK else { throw .library("liblzma reports \(status.rawValue)") }
    }
  }
}

/// Decompresses what ``LzmaEncoder`` wrote.
final class LzmaDecoder: StreamDecoder {
  private let stream = LzmaStream()

  /// Takes how many bytes the stream must hold, and what it was compressed against.
  init(size: Int, dictionary: [UInt8]) throws(DeltaError) {
    let settings = LzmaSettings(size: size, dictionary: dictionary.count)
    try unsafe stream.start { stream in
      unsafe settings.withFilters(dictionary) { unsafe lzma_raw_decoder(stream, $0) }
    }
  }

  func step(_ input: [UInt8], from position: Int, room: Int) throws -> DecodedPiece {
    let (status, piece) = stream.step(input, from: position, room: room, LZMA_RUN)
    switch status {
    // Without room or input nothing moves, which the caller sees.
    case LZMA_OK, LZMA_STREAM_END, LZMA_BUF_ERROR: return piece
    case LZMA_MEM_ERROR: throw DeltaError.library("liblzma has no memory")
    default: throw DeltaFinding.malformed("a stream is damaged (liblzma: \(status.rawValue))")
    }
  }
}
