extension CompressionLevel {
  /// How many bytes are compressed to find out.
  private static let mostBytes: UInt64 = 4 << 20

  /// The size of the entries that are tried first: long enough to tell the levels apart, and quick.
  private static let tellingSize: UInt64 = 64 << 10

  /// The level at which this version's packer makes the same entries, or `nil` if none does.
  ///
  /// Only some entries are tried, so the answer is a good guess and no proof.
  package static func packing(
    _ report: VerificationReport, _ source: some ZipSource
  ) throws -> CompressionLevel? {
    let entries = report.files.map(\.entry).filter { $0.size > 0 }
    let packed = entries.filter { $0.method == .deflated }
    if packed.isEmpty { return .store }
    guard packed.count == entries.count else { return nil }
    var candidates: [CompressionLevel] = [.standard, .best, .fast]
    var bytes: UInt64 = 0
    let byUse = packed.sorted { $0.distance(to: tellingSize) < $1.distance(to: tellingSize) }
    for entry in byUse
    where candidates.count > 1 && entry.size <= PackedPart.longest {
      bytes += entry.size
      if bytes > mostBytes, candidates.count < CompressionLevel.allCases.count - 1 { break }
      candidates = try candidates.filter { try $0.packs(entry, source) }
    }
    return candidates.first
  }

  private func packs(_ entry: ZipEntry, _ source: some ZipSource) throws -> Bool {
    guard let level = deflateLevel else { return false }
    var content: [UInt8] = []
    guard try EntryReader(source).read(entry, { content += $0 }) == nil else { return false }
    let stream = try source.read(at: entry.dataOffset, count: Int(entry.compressedSize))
    return Deflater(level: level).compress(content.span) == stream
  }
}

extension ZipEntry {
  fileprivate func distance(to size: UInt64) -> UInt64 {
    self.size > size ? self.size - size : size - self.size
  }
}
