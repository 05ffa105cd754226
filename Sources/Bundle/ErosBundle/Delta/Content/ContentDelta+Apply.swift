import ErosCore
import ErosCrypto
public import ErosFiles

extension ContentDelta {
  /// Builds the new release from the old one, in an empty folder.
  ///
  /// ```swift
  /// let delta = try ContentDelta(reading: ReadableFile("update.erosdelta"))
  /// try delta.apply(to: FolderTree("old", threads: 2), into: Folder("new"), threads: 2)
  /// ```
  ///
  /// Remove the files after an error. After a success, `Folder/syncTree()` makes them durable.
  /// Memory use is bounded by the declared window, not by the release's size. `progress` receives
  /// the number of written bytes, from any thread.
  ///
  /// - Throws: ``DeltaError`` if the delta is damaged or does not apply to `old`, `FileError` if a
  ///   file cannot be written, or whatever `old` throws.
  public func apply(
    to old: some ContentTree, into folder: Folder, threads: Int,
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) throws {
    try apply(to: old, into: FolderSink(folder), threads: threads, progress: progress)
  }

  /// Like ``apply(to:into:threads:progress:)``, but writes each file to `sink`.
  ///
  /// - Returns: The new release's files.
  @discardableResult
  package func apply(
    to old: some ContentTree, into sink: any FileSink, threads: Int,
    progress: @escaping @Sendable (UInt64) -> Void = { _ in }
  ) throws -> [ContentFile] {
    try run(application(to: old), sink, threads: threads, progress: progress)
  }

  /// Checks that the delta applies to `old`.
  ///
  /// Does not decompress its content.
  package func check(appliesTo old: some ContentTree) throws { _ = try application(to: old) }

  /// Checks that the delta applies to `old`, and reads its script.
  func application<Old>(to old: Old) throws -> DeltaApplication<Old> {
    try naming { try DeltaApplication(self, old) }
  }

  func run(
    _ application: DeltaApplication<some ContentTree>, _ sink: any FileSink, threads: Int,
    progress: @escaping @Sendable (UInt64) -> Void
  ) throws -> [ContentFile] {
    try naming { try application.run(WatchedSink(sink, progress), threads: threads) }
  }

  /// Adds the delta's path to its format errors.
  private func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let finding as DeltaFormatError {
      throw DeltaError(finding, source.path)
    }
  }
}

/// Applies a delta to one release.
struct DeltaApplication<Old: ContentTree>: Sendable {
  private let delta: ContentDelta
  private let old: Old
  let script: DeltaScript
  private let plan: [PlannedFile]
  private let reference: Reference

  /// Checks that the delta is intact and applies to `old`, and reads its script.
  init(_ delta: ContentDelta, _ old: Old) throws {
    let treeHash = try old.treeHash()
    guard treeHash == delta.before else {
      throw DeltaError.wrongBase(
        patch: delta.source.path, expected: delta.before.description, found: treeHash.description)
    }
    try delta.checkContent()
    self.delta = delta
    self.old = old
    script = try delta.script(old: old.files)
    plan = script.tree.files(from: old.files)
    reference = script.reference(of: plan, old: old.files)
  }

  /// Writes all files, and checks the tree hash that results.
  func run(_ sink: any FileSink, threads: Int) throws -> [ContentFile] {
    let content = try BuiltContent(delta, script, reference, old)
    let jobs = jobs(inTurn: content.isStream)
    let files = Lock([ContentFile?](repeating: nil, count: plan.count))
    try Parallel.forEach(jobs.count + 1, threads: threads) {
      try PlannedFileWriter(old, content, sink)
    } _: { index, writer in
      guard index > 0 else { return try content.prepare() }
      for (file, start) in jobs[index - 1] {
        let written = try writer.write(plan[file], start)
        files.withLock { $0[file] = written }
      }
    }
    try content.finish()
    let written = files.withLock { $0.compactMap(\.self) }
    try check(written)
    return written
  }

  /// A planned file's index, and where its content is.
  private typealias Step = (file: Int, start: ContentCursor)

  /// Groups files into jobs.
  ///
  /// Files that are read from a stream form one sequential job.
  private func jobs(inTurn isStream: Bool) -> [[Step]] {
    var cursor = ContentCursor(script.copies)
    var built: [Step] = []
    var copied: [[Step]] = []
    for (index, file) in plan.enumerated() {
      if case .built(let size) = file.origin {
        built.append((index, cursor))
        cursor.skip(Int(size), script.copies)
      } else {
        copied.append([(index, cursor)])
      }
    }
    // The stream job is first, so the remaining threads copy while one decompresses.
    return isStream ? [built] + copied : copied + built.map { [$0] }
  }

  private func check(_ files: [ContentFile]) throws {
    let treeHash = try TreeHash.of(files)
    guard treeHash == delta.after else {
      throw DeltaFormatError.malformed(
        "it produces release \(treeHash), but declares \(delta.after)")
    }
  }
}

extension FileOrigin {
  fileprivate var isBuilt: Bool { if case .built = self { true } else { false } }
}

// MARK: - Reading the script

extension ContentDelta {
  /// Reads the script and checks it against the header and the old release.
  fileprivate func script(old: [ContentFile]) throws -> DeltaScript {
    let part = PackedReader(header.script, at: scriptOffset, of: source, dictionary: [])
    var reader = ColumnReader(try part.readAll())
    let tree = try TreeScript(from: &reader, old: old, fileCount: Int(header.fileCount))
    let plan = tree.files(from: old)
    let builtSize = try self.builtSize(plan, old)
    try header.checkCopies(size: UInt64(builtSize))
    var script = DeltaScript(tree: tree)
    script.referenceKind = try reader.count(upTo: 1, "reference kind") == 0 ? .unmatched : .all
    let radius = try reader.count(upTo: Int(Int32.max), "dictionary radius")
    script.radius = radius > 0 ? radius - 1 : nil
    let referenceSize = script.reference(of: plan, old: old).size
    script.copies = try CopyList(
      from: &reader, count: Int(header.copyCount), size: builtSize, referenceSize: referenceSize)
    if header.zip != nil { script.recipe = try ZipRecipe(from: &reader) }
    guard reader.isAtEnd else {
      throw DeltaFormatError.malformed("its script has extra bytes at the end")
    }
    try checkSizes(script, referenceSize)
    try checkNames(plan, folders: script.recipe?.folders ?? [])
    return script
  }

  /// Checks that the names of files, folders and the manifest do not clash, and are not too many.
  private func checkNames(
    _ plan: [PlannedFile], folders: [BundlePath]
  ) throws(DeltaFormatError) {
    var names = NameTable()
    if let manifest = try? BundlePath(BundleManifest.entryName) {
      _ = names.add(manifest, isFolder: false)
    }
    for (path, isFolder) in folders.map({ ($0, true) }) + plan.map({ ($0.path, false) }) {
      guard names.add(path, isFolder: isFolder) == nil else {
        throw .malformed("the name '\(path.string.escapedForDisplay)' clashes with another name")
      }
      // This includes all parent folders: one short path can add dozens of folders.
      guard names.count <= limits.files else {
        throw .overLimit("more than \(limits.files) files and folders", DeltaLimits.filesOption)
      }
    }
  }

  /// Returns how large all built files are, and checks the declared size of all files.
  private func builtSize(_ plan: [PlannedFile], _ old: [ContentFile]) throws(DeltaFormatError)
    -> Int
  {
    var built: UInt64 = 0
    var total: UInt64 = 0
    for file in plan {
      let size =
        switch file.origin {
        case .old(let index): old[index].size
        case .built(let size): size
        }
      if file.origin.isBuilt { built &+= size }
      let (sum, overflow) = total.addingReportingOverflow(size)
      guard !overflow else { throw .malformed("the size of its files overflows") }
      total = sum
    }
    guard total == header.totalSize, let size = Int(exactly: built) else {
      throw .malformed("its files have \(total) bytes, but it declares \(header.totalSize)")
    }
    return size
  }

  private func checkSizes(_ script: DeltaScript, _ referenceSize: Int) throws(DeltaFormatError) {
    guard script.copies.literalSize == header.content.size else {
      throw .malformed(
        "its copies leave \(script.copies.literalSize) bytes, not the content's size")
    }
    let dictionary = script.windows(in: referenceSize).reduce(0) {
      $0 + $1.count
    }
    guard dictionary == header.dictionarySize else {
      throw .malformed("its dictionary does not have the declared size")
    }
  }
}

// MARK: - Writing files

/// Counts the bytes that pass to another sink.
private final class WatchedSink: FileSink {
  private let sink: any FileSink
  private let progress: @Sendable (UInt64) -> Void
  private let written = Lock<UInt64>(0)

  init(_ sink: any FileSink, _ progress: @escaping @Sendable (UInt64) -> Void) {
    self.sink = sink
    self.progress = progress
  }

  func makeFile(_ path: BundlePath) throws -> any FileSinkWriter {
    WatchedFile(file: try sink.makeFile(path), sink: self)
  }

  private struct WatchedFile: FileSinkWriter {
    var file: any FileSinkWriter
    let sink: WatchedSink

    mutating func write(_ bytes: [UInt8]) throws {
      try file.write(bytes)
      let written = sink.written.withLock { written in
        written += UInt64(bytes.count)
        return written
      }
      sink.progress(written)
    }

    mutating func close() throws { try file.close() }
  }
}

/// Hashes the files it writes.
///
/// Each thread has its own.
private final class PlannedFileWriter<Old: ContentTree> {
  private static var chunkSize: Int { 256 * 1024 }

  private let old: Old
  private let content: BuiltContent<Old>
  private let sink: any FileSink
  private var hasher: SHA256Hasher

  init(_ old: Old, _ content: BuiltContent<Old>, _ sink: any FileSink) throws {
    hasher = try SHA256Hasher()
    self.old = old
    self.content = content
    self.sink = sink
  }

  /// Writes a file.
  ///
  /// If it is built, its content starts at `start`.
  func write(_ planned: PlannedFile, _ start: ContentCursor) throws -> ContentFile {
    switch planned.origin {
    case .old(let index): return try copy(old.files[index], index, to: planned.path)
    case .built(let size):
      var cursor = start
      return try write(planned.path, size: size) { try content.read(upTo: $0, &cursor) }
    }
  }

  private func copy(_ file: ContentFile, _ index: Int, to path: BundlePath) throws -> ContentFile {
    var offset: UInt64 = 0
    let written = try write(path, size: file.size) { count in
      let chunk = try old.read(index, at: offset, count: count)
      guard !chunk.isEmpty else { throw DeltaError.changed(file.path.string) }
      offset += UInt64(chunk.count)
      return chunk
    }
    guard written.sha256 == file.sha256 else { throw DeltaError.changed(file.path.string) }
    return written
  }

  private func write(
    _ path: BundlePath, size: UInt64, _ read: (Int) throws -> [UInt8]
  ) throws -> ContentFile {
    var file = try sink.makeFile(path)
    var left = size
    var buffer: [UInt8] = []
    while left > 0 {
      let chunk = try read(Int(min(left, UInt64(Self.chunkSize))))
      left -= UInt64(chunk.count)
      // Small chunks are combined, because a system call costs more than copying them.
      if buffer.isEmpty { buffer = chunk } else { buffer += chunk }
      if left == 0 || buffer.count >= Self.chunkSize {
        try hasher.update(buffer)
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.close()
    return ContentFile(path: path, size: size, sha256: try hasher.finish())
  }
}
