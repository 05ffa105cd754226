import ErosCore

/// Text of old files, one behind the other, that the new files are built from.
///
/// Only its layout is kept; ``read(at:count:from:)`` gets the bytes where they are.
struct Reference {
  /// The indices of the old files.
  let files: [Int]
  /// Where each of them begins, and the whole ends.
  private let starts: [Int]

  var size: Int { starts.last ?? 0 }

  /// The old files that no new file is copied from: those that changed or went.
  static func ofLost(_ plan: [PlannedFile], old: [ContentFile]) -> Reference {
    var isCopied = [Bool](repeating: false, count: old.count)
    for case .old(let index) in plan.map(\.origin) { isCopied[index] = true }
    return Reference(old.indices.filter { !isCopied[$0] }, of: old)
  }

  /// All old files.
  static func ofAll(_ old: [ContentFile]) -> Reference { Reference(Array(old.indices), of: old) }

  private init(_ files: [Int], of old: [ContentFile]) {
    self.files = files
    var starts = [0]
    for file in files { starts.append(starts[starts.count - 1] + Int(clamping: old[file].size)) }
    self.starts = starts
  }

  /// Reads from `offset` on to the end of the file there, but at most `count` bytes.
  ///
  /// - Throws: what the tree throws; ``DeltaError/changed(_:)`` when the file has become shorter.
  func read(at offset: Int, count: Int, from old: some ContentTree) throws -> [UInt8] {
    let place = file(at: offset)
    let wanted = min(count, starts[place + 1] - offset)
    let bytes = try old.read(
      files[place], at: UInt64(offset - starts[place]), count: wanted)
    guard bytes.count == wanted else {
      throw DeltaError.changed(old.files[files[place]].path.string)
    }
    return bytes
  }

  /// Appends a range of the text to `bytes`.
  func append(_ range: Range<Int>, of old: some ContentTree, to bytes: inout [UInt8]) throws {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let piece = try read(at: offset, count: range.upperBound - offset, from: old)
      bytes += piece
      offset += piece.count
    }
  }

  /// The last file that begins at or before `offset`, which must be inside; it is not empty.
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
