import ErosCore

/// Where the bytes of a new file come from.
enum FileOrigin: Equatable, Sendable {
  /// It is the old file at this index.
  case old(Int)
  /// It is built from pieces of old files and from the delta's content.
  case built(size: UInt64)
}

/// A file of the new release, as a delta describes it.
struct PlannedFile: Equatable, Sendable {
  let path: BundlePath
  let origin: FileOrigin
}

/// The new release as a change of the old one's list of files.
///
/// Both lists are in the order of the paths' bytes, so one walk over both tells everything: runs of
/// old files that stay, go or have other bytes, and runs of files with new paths.
struct TreeScript {
  enum Step: Int {
    case keep, drop, change, add
  }

  /// How many files each run has; no two of a kind follow each other.
  var runs: [(step: Step, count: Int)] = []
  /// The paths of added files.
  var added: [BundlePath] = []
  /// The origins of changed and added files, in the order of the new paths.
  var origins: [FileOrigin] = []

  /// Compares two releases.
  init(from old: [ContentFile], to new: [ContentFile]) {
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

  /// The files of the new release in the order of their paths.
  func files(from old: [ContentFile]) -> [PlannedFile] {
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

  /// A place in the old list at which a file of the new one is described.
  private enum Place: Equatable {
    /// The old file at this index gets other bytes.
    case at(Int)
    /// A file is added before the old file at this index.
    case before(Int)

    /// How many bytes the old file has that is there.
    func size(in old: [ContentFile]) -> Int {
      if case .at(let index) = self { Int(clamping: old[index].size) } else { 0 }
    }
  }

  /// Where the files of ``origins`` are.
  private var places: [Place] {
    var places: [Place] = []
    var next = 0
    for (step, count) in runs {
      switch step {
      case .keep, .drop: break
      case .change: places += (next..<(next + count)).map { .at($0) }
      case .add: places += repeatElement(.before(next), count: count)
      }
      if step != .add { next += count }
    }
    return places
  }

  /// Before which old file each of ``added`` is.
  private var newPlaces: [Int] {
    places.compactMap { if case .before(let index) = $0 { index } else { nil } }
  }
}

/// The contents of the old release by their digests.
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

  /// Files that were moved together follow each other in the old list too.
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

  /// A changed file's size is mostly that of the old one, or close to it.
  private func writeSizes(to writer: inout ColumnWriter, old: [ContentFile]) {
    for (origin, place) in zip(origins, places) {
      if case .built(let size) = origin {
        writer.write(UInt64(zigzag: Int(size) - place.size(in: old)))
      }
    }
  }

  /// A new path mostly begins like the one before it, be that an old or a new one.
  private func writePaths(to writer: inout ColumnWriter, old: [ContentFile]) {
    var rests: [Substring.UTF8View] = []
    var last = PathBefore(old)
    for (path, place) in zip(added, newPlaces) {
      let shared = zip(path.string.utf8, last.path(before: place).utf8).prefix { $0 == $1 }.count
      writer.write(shared)
      rests.append(path.string.utf8.dropFirst(shared))
      last.add(path, place)
    }
    for rest in rests { writer.write(rest.count) }
    for rest in rests { writer.write(raw: rest) }
  }
}

/// Finds the path that comes before an added one, in the old list and the new one together.
private struct PathBefore {
  private let old: [ContentFile]
  private var last: (path: BundlePath, place: Int)?

  init(_ old: [ContentFile]) { self.old = old }

  func path(before place: Int) -> String {
    if let last, last.place == place { return last.path.string }
    return place > 0 ? old[place - 1].path.string : ""
  }

  mutating func add(_ path: BundlePath, _ place: Int) { last = (path, place) }
}

// MARK: - Reading

extension TreeScript {
  /// Reads a script for the old list of files, which must give `fileCount` files.
  init(
    from reader: inout ColumnReader, old: [ContentFile], fileCount: Int
  ) throws(DeltaFinding) {
    try readRuns(&reader, oldCount: old.count, fileCount: fileCount)
    try readOrigins(&reader, old: old)
    try readSizes(&reader, old: old)
    try readPaths(&reader, old: old)
  }

  private mutating func readRuns(
    _ reader: inout ColumnReader, oldCount: Int, fileCount: Int
  ) throws(DeltaFinding) {
    var oldLeft = oldCount
    var newLeft = fileCount
    let runCount = try reader.count(upTo: oldCount + fileCount, "runs of files")
    for _ in 0..<runCount {
      let run = try reader.count(upTo: (oldCount + fileCount) << 2 | 3, "files in a run")
      guard let step = Step(rawValue: run & 3) else { throw .malformed("a run has no kind") }
      let count = run >> 2
      guard count > 0, runs.last?.step != step else { throw .malformed("a run is cut in two") }
      if step != .add { oldLeft -= count }
      if step != .drop { newLeft -= count }
      guard oldLeft >= 0, newLeft >= 0 else { throw .malformed("a run is too long") }
      runs.append((step, count))
    }
    guard oldLeft == 0, newLeft == 0 else {
      throw .malformed("its runs leave \(oldLeft) old and \(newLeft) new files over")
    }
  }

  private mutating func readOrigins(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFinding) {
    var expected = 0
    for _ in places {
      let number = try reader.number()
      if number == 0 {
        origins.append(.built(size: 0))
        continue
      }
      let (index, overflow) = expected.addingReportingOverflow((number - 1).unzigzagged)
      guard !overflow, old.indices.contains(index) else {
        throw .malformed("a file is copied from one that is not there")
      }
      origins.append(.old(index))
      expected = index + 1
    }
  }

  private mutating func readSizes(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFinding) {
    for (index, place) in places.enumerated() {
      guard case .built = origins[index] else { continue }
      let difference = try reader.number().unzigzagged
      let (size, overflow) = place.size(in: old).addingReportingOverflow(difference)
      guard !overflow, size >= 0 else { throw .malformed("a file has a size below zero") }
      origins[index] = .built(size: UInt64(size))
    }
  }

  private mutating func readPaths(
    _ reader: inout ColumnReader, old: [ContentFile]
  ) throws(DeltaFinding) {
    let newPlaces = newPlaces
    var shared: [Int] = []
    var rests: [Int] = []
    for _ in newPlaces { shared.append(try reader.count(upTo: BundlePath.maximumLength, "bytes")) }
    for _ in newPlaces { rests.append(try reader.count(upTo: BundlePath.maximumLength, "bytes")) }
    var last = PathBefore(old)
    for (index, place) in newPlaces.enumerated() {
      let before = last.path(before: place)
      let path = try Self.path(
        sharing: shared[index], with: before, try reader.take(rests[index]))
      guard before.isEmpty || inByteOrder(before, path.string),
        place == old.count || path < old[place].path
      else { throw .malformed("its paths are not in order") }
      added.append(path)
      last.add(path, place)
    }
  }

  private static func path(
    sharing shared: Int, with before: String, _ rest: ArraySlice<UInt8>
  ) throws(DeltaFinding) -> BundlePath {
    // What is longer than shared would be written otherwise.
    guard shared <= before.utf8.count,
      rest.first != before.utf8.dropFirst(shared).first || rest.isEmpty,
      let text = String(validating: Array(before.utf8.prefix(shared)) + rest, as: UTF8.self),
      let path = try? BundlePath(text), path.string.utf8.elementsEqual(text.utf8),
      path.string != BundleManifest.entryName
    else { throw .malformed("a path is not one that a bundle may have") }
    return path
  }
}
