package import CLzma

/// The settings of a raw LZMA stream, equal for encoder and decoder.
package struct LzmaSettings {
  private let window: Int

  package init(size: Int, dictionary: Int) {
    window = StreamCodec.window(size: size, dictionary: dictionary)
  }

  /// Calls `body` with the filter chain in liblzma's format.
  @unsafe
  package func withFilters<Result>(_ dictionary: [UInt8], _ body: ([lzma_filter]) -> Result)
    -> Result
  {
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
package final class LzmaStream {
  private let stream: UnsafeMutablePointer<lzma_stream>

  package init() {
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: lzma_stream())
  }

  deinit {
    unsafe lzma_end(stream)
    unsafe stream.deallocate()
  }

  @unsafe
  package func start(_ start: (UnsafeMutablePointer<lzma_stream>) -> lzma_ret) throws(DeltaError) {
    let status = unsafe start(stream)
    guard status == LZMA_OK else { throw .library("liblzma returned \(status.rawValue)") }
  }

  /// Processes `input` from `position` on, with an output of up to `room` bytes.
  package func step(
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
