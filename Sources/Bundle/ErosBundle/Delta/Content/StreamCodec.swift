/// Compression of a stream in a delta.
///
/// Number 1 was zstd in a development version, and is never used again.
package enum StreamCodec: UInt8, Sendable, CaseIterable {
  case stored = 0
  case lzma = 2

  /// 16 MiB, because a phone allocates the window.
  package static let maximumWindow = 1 << 24

  /// Returns the window for a stream of `size` bytes and its dictionary.
  package static func window(size: Int, dictionary: Int) -> Int {
    min(size + dictionary, maximumWindow)
  }
}
