import ErosCore

/// The layout of the concatenated old files that new files are built from.
package struct Reference {
  /// Old files, by index.
  package let files: [Int]
  /// Each file's offset, and the total size.
  private let starts: [Int]

  package var size: Int { starts.last ?? 0 }

  /// Takes the old files that no new file is equal to.
  package static func ofUnmatched(_ plan: [PlannedFile], old: [ContentFile]) -> Reference {
    var isCopied = [Bool](repeating: false, count: old.count)
    for case .old(let index) in plan.map(\.origin) { isCopied[index] = true }
    return Reference(old.indices.filter { !isCopied[$0] }, of: old)
  }

  /// Takes all old files.
  package static func ofAll(_ old: [ContentFile]) -> Reference {
    Reference(Array(old.indices), of: old)
  }

  private init(_ files: [Int], of old: [ContentFile]) {
    self.files = files
    var starts = [0]
    for file in files { starts.append(starts[starts.count - 1] + Int(clamping: old[file].size)) }
    self.starts = starts
  }

  /// Reads up to `count` bytes at `offset`.
  ///
  /// Returns fewer only at an old file's end.
  ///
  /// - Throws: ``DeltaError/changed(_:)`` if the file shrank, or whatever `old` throws.
  func read(at offset: Int, count: Int, from old: some ContentTree) throws -> [UInt8] {
    let index = file(at: offset)
    let wanted = min(count, starts[index + 1] - offset)
    let bytes = try old.read(
      files[index], at: UInt64(offset - starts[index]), count: wanted)
    guard bytes.count == wanted else {
      throw DeltaError.changed(old.files[files[index]].path.string)
    }
    return bytes
  }

  /// Appends a range of the reference to `bytes`.
  package func append(
    _ range: Range<Int>, of old: some ContentTree, to bytes: inout [UInt8]
  ) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let chunk = try read(at: offset, count: range.upperBound - offset, from: old)
      bytes += chunk
      offset += chunk.count
    }
  }

  /// Returns the file that contains `offset`, which must be in range.
  private func file(at offset: Int) -> Int {
    var low = 0
    var high = files.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }
}
