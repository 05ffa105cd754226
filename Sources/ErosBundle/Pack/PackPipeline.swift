import ErosCore
import ErosCrypto
import ErosFiles

/// Reads, hashes and compresses the files of a source on all cores, in bounded memory.
///
/// Files are cut into parts, which threads take in order; the writer takes the compressed parts in
/// the same order. A thread waits while more than ``budget`` bytes are on their way, so memory does
/// not grow with the source.
final class PackPipeline: @unchecked Sendable {
  /// How many bytes may be on their way between reading and writing.
  private static let budget = 3 * PackedPart.longest

  /// One part of one file.
  private struct Job {
    let file: PackInput
    let cut: FileCut
    let part: Int
    /// What several parts of one file share; `nil` when it has only one.
    let chain: HashChain?

    var size: Int { cut.size(of: part) }
    var isLast: Bool { part == cut.count - 1 }
  }

  let files: [PackInput]
  private let recipe: PackRecipe
  private let jobs: [Job]
  /// The index of each file's first job.
  private let firstJobs: [Int]

  /// Guards everything below.
  private let condition = ConditionLock()
  private var nextJob = 0
  private var bytesUnderWay = 0
  private var results: [Int: PackedPart] = [:]
  private var failure: (any Error)?

  init(_ files: [PackInput], recipe: PackRecipe) throws(FileError) {
    self.files = files
    self.recipe = recipe
    var jobs: [Job] = []
    var firstJobs: [Int] = []
    for file in files {
      firstJobs.append(jobs.count)
      let cut = try FileCut(file)
      let chain = cut.count > 1 && !file.isHashed ? HashChain() : nil
      for part in 0..<cut.count {
        jobs.append(Job(file: file, cut: cut, part: part, chain: chain))
      }
    }
    self.jobs = jobs
    self.firstJobs = firstJobs
  }

  /// Runs `body` while threads compress; when it returns or throws, they have ended.
  func run(threads count: Int, _ body: () throws -> Void) throws {
    try run(threads: count, isFirst: true, body)
  }

  private func run(threads count: Int, isFirst: Bool, _ body: () throws -> Void) throws {
    guard count > 0, let thread = WorkerThread({ self.work() }) else {
      if isFirst { throw PackError.noThread }
      return try body()
    }
    defer {
      stop()
      thread.join()
    }
    try run(threads: count - 1, isFirst: false, body)
  }

  /// Lets the threads end at the next occasion.
  private func stop() {
    condition.withLock {
      if failure == nil { failure = CancellationError() }
      condition.broadcast()
    }
  }

  /// Waits for a part of a file and takes it; each can be taken once.
  func take(part: Int, ofFile file: Int) throws -> PackedPart {
    let index = firstJobs[file] + part
    return try condition.withLock {
      while true {
        if let part = results.removeValue(forKey: index) {
          bytesUnderWay -= part.bytes.count
          condition.broadcast()
          return part
        }
        if let failure { throw failure }
        condition.wait()
      }
    }
  }

  private func work() {
    do {
      let packer = try PartPacker(recipe)
      while let index = takeJob() {
        let job = jobs[index]
        var part = try packer.read(job.cut.range(of: job.part), of: job.file, isLast: job.isLast)
        if let chain = job.chain { try waitForTurn(of: job.part, in: chain) }
        try packer.hash(&part, of: job.file, in: job.chain)
        if let chain = job.chain { endTurn(in: chain) }
        packer.compress(&part, of: job.file)
        deliver(part, of: index)
      }
    } catch {
      condition.withLock {
        if failure == nil { failure = error }
        condition.broadcast()
      }
    }
  }

  private func takeJob() -> Int? {
    condition.withLock {
      while true {
        guard failure == nil, nextJob < jobs.count else { return nil }
        let size = jobs[nextJob].size
        if bytesUnderWay == 0 || bytesUnderWay + size <= Self.budget {
          bytesUnderWay += size
          defer { nextJob += 1 }
          return nextJob
        }
        condition.wait()
      }
    }
  }

  /// Waits until the parts before this one are hashed; they were taken by other threads before.
  private func waitForTurn(of part: Int, in chain: HashChain) throws {
    try condition.withLock {
      while chain.hashedParts < part {
        if let failure { throw failure }
        condition.wait()
      }
    }
  }

  private func endTurn(in chain: HashChain) {
    condition.withLock {
      chain.hashedParts += 1
      condition.broadcast()
    }
  }

  private func deliver(_ part: PackedPart, of index: Int) {
    let size = jobs[index].size
    condition.withLock {
      bytesUnderWay += part.bytes.count - size
      results[index] = part
      condition.broadcast()
    }
  }
}

/// What packing does to every file.
struct PackRecipe: Sendable {
  var level: CompressionLevel
  var framework: Framework

  /// Whether the zip holds `file` as a deflate stream; there is nothing to gain with an empty one.
  func deflates(_ file: PackInput) -> Bool {
    level != .store && file.size > 0
  }
}

/// A part of a file on its way into a bundle.
struct PackedPart {
  /// The most bytes that are compressed at once.
  ///
  /// Longer files are cut, which costs each part the 32 KB of history that deflate has: on files of
  /// many megabytes less than 0.1 % of their size.
  static let longest = 2 << 20

  /// What the zip will hold of it.
  var bytes: [UInt8] = []
  /// How many bytes the part has uncompressed.
  let size: Int
  let isLast: Bool
  /// How many bytes were put before the file's own.
  let addedSize: Int
  var crc32: UInt32 = 0
  /// The digest of the whole file; set in the last part.
  var digest: FileDigest?
}

/// The running digest of a file that is read in parts by different threads, one after the other.
private final class HashChain: @unchecked Sendable {
  /// Only the thread whose turn it is touches it.
  private var hasher: FileHasher?
  /// How many parts are hashed; guarded by the pipeline's condition.
  var hashedParts = 0

  /// Adds a part; returns the digest of the whole file with the last one.
  func hash(_ bytes: Span<UInt8>, isLast: Bool) throws -> FileDigest? {
    var hasher = try self.hasher.take() ?? FileHasher()
    try hasher.update(bytes)
    let digest = isLast ? try hasher.finish() : nil
    self.hasher = consume hasher
    return digest
  }
}

/// What one thread needs to pack parts, one after the other, in the same memory.
private final class PartPacker {
  private let recipe: PackRecipe
  private var hasher: FileHasher
  private let deflater: Deflater?
  private var buffer: [UInt8] = []
  /// Where in the buffer the part's bytes are.
  private var range = 0..<0

  init(_ recipe: PackRecipe) throws {
    hasher = try FileHasher()
    deflater = recipe.level.deflateLevel.map { Deflater(level: $0) }
    self.recipe = recipe
  }

  /// Reads a part of `file`, with the framework's line before the first part of a page.
  ///
  /// - Throws: ``PackError/changed(_:)`` when the file is not what it was when the folder was walked.
  func read(_ part: Range<UInt64>, of file: PackInput, isLast: Bool) throws -> PackedPart {
    switch file.place {
    case .disk(let file): return try read(part, of: file, isLast: isLast)
    case .memory(let bytes, _):
      range = 0..<part.count
      makeRoom(for: [], part.count)
      buffer.replaceSubrange(range, with: bytes[Int(part.lowerBound)..<Int(part.upperBound)])
      return PackedPart(size: part.count, isLast: isLast, addedSize: 0)
    }
  }

  private func read(
    _ part: Range<UInt64>, of file: BundleSource.File, isLast: Bool
  ) throws -> PackedPart {
    let reader = try ReadableFile(file.sourcePath)
    guard reader.status == file.status else { throw PackError.changed(file.sourcePath) }
    let line = part.lowerBound == 0 ? recipe.framework.line(for: file.path) ?? [] : []
    let size = part.count
    makeRoom(for: line, size)
    range = line.count..<(line.count + size)
    guard try reader.read(at: part.lowerBound, count: size, into: &buffer, at: line.count) == size
    else {
      throw PackError.changed(file.sourcePath)
    }
    if !line.isEmpty {
      let buffer = buffer
      let holdsLine = try Framework.holds(line, buffer.span.extracting(range), reader)
      if !holdsLine { range = 0..<range.upperBound }
    }
    guard try reader.isUnchanged() else { throw PackError.changed(file.sourcePath) }
    return PackedPart(size: range.count, isLast: isLast, addedSize: range.count - size)
  }

  /// Hashes the part that was read last; the digest is that of the whole file.
  func hash(_ part: inout PackedPart, of file: PackInput, in chain: HashChain?) throws {
    if case .memory(_, let digest) = file.place {
      if part.isLast { part.digest = digest }
      return
    }
    let buffer = buffer
    let bytes = buffer.span.extracting(range)
    if let chain {
      part.digest = try chain.hash(bytes, isLast: part.isLast)
    } else {
      try hasher.update(bytes)
      part.digest = try hasher.finish()
    }
  }

  /// Makes what the zip will hold of the part that was read last.
  func compress(_ part: inout PackedPart, of file: PackInput) {
    let buffer = buffer
    let bytes = buffer.span.extracting(range)
    part.crc32 = CRC32.update(0, bytes)
    guard let deflater, recipe.deflates(file) else {
      part.bytes = Array(buffer[range])
      return
    }
    part.bytes = deflater.compress(bytes)
    guard !part.isLast else { return }
    let isOpen = DeflateJoint.open(&part.bytes)
    precondition(isOpen, "libdeflate wrote a stream that is no deflate")
  }

  private func makeRoom(for line: [UInt8], _ size: Int) {
    let missing = line.count + size - buffer.count
    if missing > 0 { buffer.append(contentsOf: repeatElement(0, count: missing)) }
    buffer.replaceSubrange(0..<line.count, with: line)
  }
}
