import ErosBundle

extension CompressionLevel {
  /// Maximum number of bytes to compress while looking for a level.
  private static let maximumBytes: UInt64 = 4 << 20

  /// Preferred size of an entry to test: large enough to tell levels apart, and fast.
  private static let preferredSize: UInt64 = 64 << 10

  /// Returns the level at which this packer reproduces the entries, or `nil` if there is none.
  ///
  /// Only some entries are tested, so the result is likely but not certain.
  static func packing(
    _ report: VerificationReport, _ source: some ZipSource
  ) throws -> CompressionLevel? {
    let entries = report.files.map(\.entry).filter { $0.size > 0 }
    let packed = entries.filter { $0.method == .deflated }
    if packed.isEmpty { return .store }
    guard packed.count == entries.count else { return nil }
    var candidates: [CompressionLevel] = [.standard, .best, .fast]
    var bytes: UInt64 = 0
    let byPreference = packed.sorted {
      $0.distance(to: preferredSize) < $1.distance(to: preferredSize)
    }
    for entry in byPreference
    where candidates.count > 1 && entry.size <= PackedPart.maximumSize {
      bytes += entry.size
      if bytes > maximumBytes, candidates.count < CompressionLevel.allCases.count - 1 { break }
      candidates = try candidates.filter { try $0.reproduces(entry, source) }
    }
    return candidates.first
  }

  private func reproduces(_ entry: ZipEntry, _ source: some ZipSource) throws -> Bool {
    guard let level = deflateLevel else { return false }
    var content: [UInt8] = []
    guard try EntryReader(source).read(entry, { content += $0 }) == nil else { return false }
    let stream = try source.read(at: entry.dataOffset, count: Int(entry.compressedSize))
    return Deflater(level: level).compress(content) == stream
  }
}

extension ZipEntry {
  fileprivate func distance(to size: UInt64) -> UInt64 {
    self.size > size ? self.size - size : size - self.size
  }
}
