import CLzma
import ErosBundle
import ErosCore

/// Writes raw LZMA streams with an end marker.
enum LzmaEncoder {
  /// Small enough for smooth progress, even at a ratio of 10:1.
  private static let chunkSize = 16 * 1024

  /// Compresses `bytes`, and calls `progress` with the number of newly compressed bytes.
  static func compress(
    _ bytes: [UInt8], dictionary: [UInt8], progress: (Int) -> Void = { _ in }
  ) throws(DeltaError) -> [UInt8] {
    let stream = LzmaStream()
    try stream.start(
      window: StreamCodec.window(size: bytes.count, dictionary: dictionary.count), dictionary)
    var packed: [UInt8] = []
    var position = 0
    while true {
      let (chunk, consumed, isAtEnd) = try stream.step(bytes, from: position, room: chunkSize)
      packed += chunk
      position += consumed
      progress(consumed)
      if isAtEnd { return packed }
    }
  }
}

/// Owns an `lzma_stream`, liblzma's encoder.
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

  /// Starts a stream with the settings that `LzmaDecoder` expects.
  func start(window: Int, _ dictionary: [UInt8]) throws(DeltaError) {
    let status = unsafe dictionary.withUnsafeBufferPointer { dictionary in
      var options = unsafe lzma_options_lzma()
      unsafe lzma_lzma_preset(&options, eros_lzma_best_preset())
      unsafe options.dict_size = max(UInt32(window), eros_lzma_shortest_dictionary())
      unsafe options.preset_dict = dictionary.baseAddress
      unsafe options.preset_dict_size = UInt32(dictionary.count)
      // Streams are short, and one set of statistics adapts faster than several.
      unsafe options.lc = 0
      unsafe options.lp = 0
      // Source code has no alignment.
      unsafe options.pb = 0
      return unsafe withUnsafeMutablePointer(to: &options) { options in
        let filters = unsafe [
          lzma_filter(id: eros_lzma1_filter(), options: options),
          lzma_filter(id: eros_lzma_end_of_filters(), options: nil),
        ]
        return unsafe lzma_raw_encoder(stream, filters)
      }
    }
    try Self.check(status)
  }

  /// Compresses `input` from `position` on into up to `room` bytes.
  func step(
    _ input: [UInt8], from position: Int, room: Int
  ) throws(DeltaError) -> (bytes: [UInt8], consumed: Int, isAtEnd: Bool) {
    var status = LZMA_OK
    var consumed = 0
    let bytes = unsafe input.withUnsafeBufferPointer { input in
      unsafe [UInt8](unsafeUninitializedCapacity: room) { output, filled in
        unsafe stream.pointee.next_in = input.baseAddress.map { unsafe $0 + position }
        unsafe stream.pointee.avail_in = input.count - position
        unsafe stream.pointee.next_out = output.baseAddress
        unsafe stream.pointee.avail_out = room
        status = unsafe lzma_code(stream, LZMA_FINISH)
        filled = unsafe room - stream.pointee.avail_out
        consumed = unsafe input.count - position - stream.pointee.avail_in
      }
    }
    if status == LZMA_STREAM_END { return (bytes, consumed, true) }
    try Self.check(status)
    return (bytes, consumed, false)
  }

  private static func check(_ status: lzma_ret) throws(DeltaError) {
    guard status == LZMA_OK else { throw .library("liblzma returned \(status.rawValue)") }
  }
}
