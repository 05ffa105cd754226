import ErosCore
import ErosFiles

/// Reads, hashes and compresses files on several threads, in bounded memory.
///
/// Files are divided into parts. Threads take parts in order, and the zip writer takes compressed
/// parts in the same order. A thread waits while its part would raise the bytes in flight above
/// ``budget``, so memory does not grow with the source. The last parts that together fit into
/// ``budget`` are taken from large to small, so that all threads end at about the same time.
final class PackPipeline: @unchecked Sendable {
  /// Maximum number of bytes in flight between readers and writer.
  private static let budget = 3 * PackedPart.maximumSize

  /// One part of one file.
  private struct Job {
    let file: BundleSource.File
    let range: Range<UInt64>
    let part: Int
    let isLast: Bool
    /// Digest that the parts of a file share, or `nil` for a file with one part.
    let chain: HashChain?
  }

  let files: [BundleSource.File]
  private let recipe: PackRecipe
  private let jobs: [Job]
  /// Indices of jobs in the order in which they start.
  private let order: [Int]
  /// First job in the tail: the last jobs that together fit into ``budget``.
  private let tailStart: Int
  /// First job for each file.
  private let firstJobs: [Int]

  /// Guards everything below.
  private let condition = ConditionLock()
  private var takenJobs = 0
  /// Job whose part the writer waits for.
  private var awaitedJob = 0
  private var bytesInFlight = 0
  /// Number of threads that wait for room or for their turn.
  private var waitingThreads = 0
  private var results: [Int: PackedPart] = [:]
  private var failure: (any Error)?

  /// Whether a thread waits for room or for its turn.
  var hasWaitingThreads: Bool { condition.withLock { waitingThreads > 0 } }

  init(_ files: [BundleSource.File], recipe: PackRecipe) throws(FileError) {
    self.files = files
    self.recipe = recipe
    var jobs: [Job] = []
    var firstJobs: [Int] = []
    for file in files {
      firstJobs.append(jobs.count)
      let cut = try FileCut(file)
      let chain = cut.count > 1 && !file.isHashed ? HashChain() : nil
      for part in 0..<cut.count {
        jobs.append(
          Job(
            file: file, range: cut.range(of: part), part: part, isLast: part == cut.count - 1,
            chain: chain))
      }
    }
    self.jobs = jobs
    tailStart = Self.tailStart(of: jobs)
    // Parts from one file stay in order, because their sizes never increase.
    order =
      Array(0..<tailStart)
      + (tailStart..<jobs.count).sorted {
        (jobs[$1].range.count, $0) < (jobs[$0].range.count, $1)
      }
    self.firstJobs = firstJobs
  }

  private static func tailStart(of jobs: [Job]) -> Int {
    var start = jobs.count
    var size = 0
    while start > 0, size + jobs[start - 1].range.count <= budget {
      start -= 1
      size += jobs[start].range.count
    }
    return start
  }

  /// Runs `body` while threads compress, and waits for these threads to end.
  func run(threads count: Int, _ body: () throws -> Void) throws {
    var threads: [WorkerThread] = []
    defer {
      stop()
      for thread in threads { thread.join() }
    }
    while threads.count < count, let thread = WorkerThread({ self.work() }) {
      threads.append(thread)
    }
    guard !threads.isEmpty else { throw PackError.noThread }
    try body()
  }

  /// Makes each thread end after its current part.
  private func stop() {
    condition.withLock {
      if failure == nil { failure = CancellationError() }
      condition.broadcast()
    }
  }

  /// Waits for a part and returns it, once per part.
  func take(part: Int, ofFile file: Int) throws -> PackedPart {
    let index = firstJobs[file] + part
    return try condition.withLock {
      let entersTail = awaitedJob < tailStart && index >= tailStart
      awaitedJob = index
      if entersTail { condition.broadcast() }
      while true {
        if let part = results.removeValue(forKey: index) {
          bytesInFlight -= part.bytes.count
          if waitingThreads > 0 { condition.broadcast() }
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
        var part = try packer.read(job.range, of: job.file, isLast: job.isLast)
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
        guard failure == nil, takenJobs < order.count else { return nil }
        let index = order[takenJobs]
        let size = jobs[index].range.count
        // The writer may wait for any job in the tail, even for the last one taken.
        let fits = bytesInFlight == 0 || bytesInFlight + size <= Self.budget
        if fits || awaitedJob >= tailStart {
          bytesInFlight += size
          takenJobs += 1
          return index
        }
        waitForRoomOrTurn()
      }
    }
  }

  /// Waits until other threads have hashed all earlier parts.
  private func waitForTurn(of part: Int, in chain: HashChain) throws {
    try condition.withLock {
      while chain.hashedParts < part {
        if let failure { throw failure }
        waitForRoomOrTurn()
      }
    }
  }

  private func waitForRoomOrTurn() {
    waitingThreads += 1
    condition.wait()
    waitingThreads -= 1
  }

  private func endTurn(in chain: HashChain) {
    condition.withLock {
      chain.hashedParts += 1
      condition.broadcast()
    }
  }

  private func deliver(_ part: PackedPart, of index: Int) {
    let size = jobs[index].range.count
    condition.withLock {
      bytesInFlight += part.bytes.count - size
      results[index] = part
      if waitingThreads > 0 || index == awaitedJob { condition.broadcast() }
    }
  }
}
