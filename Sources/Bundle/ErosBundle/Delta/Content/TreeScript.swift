package import ErosCore

/// Source of a new file's bytes.
package enum FileOrigin: Equatable, Sendable {
  /// A copy of the old file at this index.
  case old(Int)
  /// Built from ranges in old files and from the delta's content.
  case built(size: UInt64)
}

/// A file in the new release, as a delta describes it.
package struct PlannedFile: Equatable, Sendable {
  package let path: BundlePath
  package let origin: FileOrigin
}

/// The new release's file list, as changes to the old one.
///
/// Both lists are sorted by the bytes of the paths. One pass over both yields runs of files that
/// are kept, dropped, changed or added.
package struct TreeScript {
  enum Step: Int {
    case keep, drop, change, add
  }

  /// Adjacent runs differ in their step.
  var runs: [(step: Step, count: Int)] = []
  var added: [BundlePath] = []
  /// Sources of changed and added files, in the order of the new paths.
  var origins: [FileOrigin] = []

  package init(from old: [ContentFile], to new: [ContentFile]) {
    let sources = OldContents(old)
    var next = 0
    for file in new {
      while next < old.count, old[next].path < file.path {
        append(.drop)
        next += 1
      }
      if next < old.count, old[next].path == file.path {
        let isSame = old[next].sha256 == file.sha256
        append(isSame ? .keep : .change)
        if !isSame { origins.append(sources.origin(of: file)) }
        next += 1
      } else {
        append(.add)
        added.append(file.path)
        origins.append(sources.origin(of: file))
      }
    }
    for _ in next..<old.count { append(.drop) }
  }

  private mutating func append(_ step: Step) {
    if let last = runs.last, last.step == step {
      runs[runs.count - 1].count += 1
    } else {
      runs.append((step, 1))
    }
  }

  /// Returns the new release's files, sorted by path.
  package func files(from old: [ContentFile]) -> [PlannedFile] {
    var files: [PlannedFile] = []
    var next = 0
    var origins = origins[...]
    var added = added[...]
    for (step, count) in runs {
      for _ in 0..<count {
        switch step {
        case .drop: break
        case .keep: files.append(PlannedFile(path: old[next].path, origin: .old(next)))
        case .change:
          files.append(PlannedFile(path: old[next].path, origin: origins.removeFirst()))
        case .add:
          files.append(PlannedFile(path: added.removeFirst(), origin: origins.removeFirst()))
        }
        if step != .add { next += 1 }
      }
    }
    return files
  }

  /// A new file's position in the old list.
  private enum Slot: Equatable {
    /// Replaces the old file at this index.
    case at(Int)
    /// Is added before the old file at this index.
    case before(Int)

    /// Returns the replaced file's size, or 0 for an added file.
    func size(in old: [ContentFile]) -> Int {
      if case .at(let index) = self { Int(clamping: old[index].size) } else { 0 }
    }
  }

  /// One for each of ``origins``.
  private var slots: [Slot] {
    var slots: [Slot] = []
    var next = 0
    for (step, count) in runs {
      switch step {
      case .keep, .drop: break
      case .change: slots += (next..<(next + count)).map { .at($0) }
      case .add: slots += repeatElement(.before(next), count: count)
      }
      if step != .add { next += count }
    }
    return slots
  }

  /// For each path in ``added``, the old file that follows it.
  private var insertionIndices: [Int] {
    slots.compactMap { if case .before(let index) = $0 { index } else { nil } }
  }
}

/// Finds old files by digest.
private struct OldContents {
  private var index: [SHA256Digest: Int] = [:]

  init(_ files: [ContentFile]) {
    for (position, file) in files.enumerated() where index[file.sha256] == nil {
      index[file.sha256] = position
    }
  }

  func origin(of file: ContentFile) -> FileOrigin {
    index[file.sha256].map { .old($0) } ?? .built(size: file.size)
  }
}

// MARK: - Writing

extension TreeScript {
  func write(to writer: inout ColumnWriter, old: [ContentFile]) {
    writer.write(runs.count)
    for (step, count) in runs { writer.write(count << 2 | step.rawValue) }
    writeOrigins(to: &writer)
    writeSizes(to: &writer, old: old)
    writePaths(to: &writer, old: old)
  }

  /// Encodes the distance from the previous origin.
  ///
  /// Files that moved together are adjacent in both lists.
  private func writeOrigins(to writer: inout ColumnWriter) {
    var expected = 0
    for origin in origins {
      if case .old(let index) = origin {
        writer.write(1 + UInt64(zigzag: index - expected))
        expected = index + 1
      } else {
        writer.write(0)
      }
    }
  }

  /// Encodes the difference from the replaced file, which is usually small.
  private func writeSizes(to writer: inout ColumnWriter, old: [ContentFile]) {
    for (origin, slot) in zip(origins, slots) {
      if case .built(let size) = origin {
        writer.write(UInt64(zigzag: Int(size) - slot.size(in: old)))
      }
    }
  }

  /// Encodes the prefix shared with the path before it in the merged lists.
  private func writePaths(to writer: inout ColumnWriter, old: [ContentFile]) {
    var suffixes: [Substring.UTF8View] = []
    var last = PrecedingPath(old)
    for (path, slot) in zip(added, insertionIndices) {
      let shared = zip(path.string.utf8, last.path(before: slot).utf8).prefix { $0 == $1 }.count
      writer.write(shared)
      suffixes.append(path.string.utf8.dropFirst(shared))
      last.add(path, slot)
    }
    for suffix in suffixes { writer.write(suffix.count) }
    for suffix in suffixes { writer.write(raw: suffix) }
  }
}

/// Finds the path before an added path in the merged old and new lists.
private struct PrecedingPath {
  private let old: [ContentFile]
  private var last: (path: BundlePath, slot: Int)?

  init(_ old: [ContentFile]) { self.old = old }

  func path(before slot: Int) -> String {
    if let last, last.slot == slot { return last.path.string }
    return slot > 0 ? old[slot - 1].path.string : ""
  }

  mutating func add(_ path: BundlePath, _ slot: Int) { last = (path, slot) }
}

// MARK: - Reading

extension TreeScript {
  /// Reads a script that turns the old list into a list of `fileCount` files.
  init(
    from reader: inout ColumnReader, old: [ContentFile], fileCount: Int
  ) throws(DeltaFormatError) {
    try readRuns(&reader, oldCount: old.count, fileCount: fileCount)
    try readOrigins(&reader, old: old)
    try readSizes(&reader, old: old)
    try readPaths(&reader, old: old)
  }

  private mutating func readRuns(
    _ reader: inout ColumnReader, oldCount: Int, fileCount: Int
  ) throws(DeltaFormatError) {
    var oldLeft = oldCount
    var newLeft = fileCount
    let runCount = try reader.count(upTo: oldCount + fileCount, "number of runs")
    for _ in 0..<runCount {
      let run = try reader.count(upTo: (oldCount + fileCount) << 2 | 3, "run")
      guard let step = Step(rawValue: run & 3) else { throw .malformed("unknown kind of run") }
      let count = run >> 2
      guard count > 0, runs.last?.step != step else {
        throw .malformed("a run is empty or split")
      }
      if step != .add { oldLeft -= count }
      if step != .drop { newLeft -= count }
      guard oldLeft >= 0, newLeft >= 0 else { throw .malformed("a run is too long") }
      runs.append((step, count))
    }
    guard oldLeft == 0, newLeft == 0 else {
      throw .malformed("its runs omit \(oldLeft) old and \(newLeft) new files")
    }
  }

  private mutating func readOrigins(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFormatError) {
    var expected = 0
    for _ in slots {
      let number = try reader.number()
      if number == 0 {
        origins.append(.built(size: 0))
        continue
      }
      let (index, overflow) = expected.addingReportingOverflow((number - 1).unzigzagged)
      guard !overflow, old.indices.contains(index) else {
        throw .malformed("a file is a copy of an old file that does not exist")
      }
      origins.append(.old(index))
      expected = index + 1
    }
  }

  private mutating func readSizes(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFormatError) {
    for (index, slot) in slots.enumerated() {
      guard case .built = origins[index] else { continue }
      let difference = try reader.number().unzigzagged
      let (size, overflow) = slot.size(in: old).addingReportingOverflow(difference)
      guard !overflow, size >= 0 else { throw .malformed("a file has an invalid size") }
      origins[index] = .built(size: UInt64(size))
    }
  }

  private mutating func readPaths(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFormatError) {
    let insertionIndices = insertionIndices
    var shared: [Int] = []
    var suffixLengths: [Int] = []
    for _ in insertionIndices {
      shared.append(try reader.count(upTo: BundlePath.maximumLength, "path length"))
    }
    for _ in insertionIndices {
      suffixLengths.append(try reader.count(upTo: BundlePath.maximumLength, "path length"))
    }
    var last = PrecedingPath(old)
    for (index, slot) in insertionIndices.enumerated() {
      let before = last.path(before: slot)
      let path = try Self.path(
        sharing: shared[index], with: before, try reader.take(suffixLengths[index]))
      guard before.isEmpty || inByteOrder(before, path.string),
        slot == old.count || path < old[slot].path
      else { throw .malformed("its paths are not sorted") }
      added.append(path)
      last.add(path, slot)
    }
  }

  private static func path(
    sharing shared: Int, with before: String, _ suffix: ArraySlice<UInt8>
  ) throws(DeltaFormatError) -> BundlePath {
    // The shared prefix must be as long as possible, so each path has one encoding.
    guard shared <= before.utf8.count,
      suffix.first != before.utf8.dropFirst(shared).first || suffix.isEmpty,
      let text = String(wellFormed: Array(before.utf8.prefix(shared)) + suffix),
      let path = try? BundlePath(text), path.string.utf8.elementsEqual(text.utf8),
      path.string != BundleManifest.entryName
    else { throw .malformed("a path is not valid in a bundle") }
    return path
  }
}
