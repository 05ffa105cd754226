import ErosBundle
import ErosCore

/// Applies one patch to one old file.
struct BSDiffApplication<Patch: ZipSource, Old: ZipSource>: ~Copyable {
  private static var chunkSize: Int { 64 * 1024 }
  /// Reports progress after this number of steps, even if there are no new bytes.
  private static var reportedSteps: UInt64 { 4096 }

  private let path: String
  private let newSize: UInt64
  private let patchSize: UInt64
  private var old: BSDiffOldFile<Old>
  private var control: BZip2Reader<Patch>
  private var differences: BZip2Reader<Patch>
  private var extra: BZip2Reader<Patch>
  /// New bytes that are not yet passed to the caller.
  private var output: [UInt8] = []
  /// New bytes that are not yet produced.
  private var remaining: UInt64
  /// An offset in the old file, at most its size.
  private var position: UInt64 = 0
  private var steps: UInt64 = 0

  init(patch: Patch, header: BSDiffHeader, old: Old) throws(DeltaError) {
    let control = try BZip2Reader(patch, header.control, name: "control")
    let differences = try BZip2Reader(patch, header.differences, name: "difference")
    let extra = try BZip2Reader(patch, header.extra, name: "extra")
    self.control = control
    self.differences = differences
    self.extra = extra
    path = patch.path
    self.old = BSDiffOldFile(old)
    newSize = header.newSize
    patchSize = patch.size
    remaining = header.newSize
    output.reserveCapacity(Self.chunkSize)
  }

  /// Produces the new file.
  ///
  /// `progress` receives the number of produced bytes.
  mutating func run(
    _ write: ([UInt8]) throws -> Void, progress: (UInt64) -> Void
  ) throws {
    let limit = BSDiffFormat.maximumSteps(newSize: newSize, patchSize: patchSize)
    while remaining > 0 {
      guard steps < limit else {
        throw DeltaError.overLimit(
          patch: path,
          "it needs more work than its size allows: more steps than \(limit), the maximum for "
            + "\(newSize) new bytes and a patch of \(patchSize) bytes", option: nil)
      }
      steps += 1
      if steps % Self.reportedSteps == 0 { progress(newSize - remaining) }
      try step(write, progress)
    }
    try control.finish()
    try differences.finish()
    try extra.finish()
    if !output.isEmpty { try write(output) }
    progress(newSize)
  }

  private mutating func step(_ write: ([UInt8]) throws -> Void, _ progress: (UInt64) -> Void) throws
  {
    let addNumber = try control.number()
    let copyNumber = try control.number()
    let distance = try control.number()
    let addCount = try size(addNumber)
    guard addCount <= old.size - position else {
      throw DeltaError.wrongOldFile(
        patch: path, "a step reads beyond the end of the old file")
    }
    try add(addCount, write, progress)
    try copy(size(copyNumber), write, progress)
    try seek(distance)
  }

  /// Checks how many bytes a step produces.
  private func size(_ number: Int64) throws(DeltaError) -> UInt64 {
    guard let size = UInt64(exactly: number) else { throw malformed("a step has a negative size") }
    guard size <= remaining else {
      throw malformed("its steps produce more bytes than the header declares")
    }
    return size
  }

  /// Appends sums of the next `count` old bytes and difference bytes.
  private mutating func add(
    _ count: UInt64, _ write: ([UInt8]) throws -> Void, _ progress: (UInt64) -> Void
  ) throws {
    var left = count
    while left > 0 {
      let part = part(of: left)
      guard try old.append(part, at: position, to: &output) else {
        throw malformed("the old file shrank while it was read")
      }
      try differences.add(part, toEndOf: &output)
      position += UInt64(part)
      left -= UInt64(part)
      try produced(part, write, progress)
    }
  }

  /// Appends the next `count` extra bytes.
  private mutating func copy(
    _ count: UInt64, _ write: ([UInt8]) throws -> Void, _ progress: (UInt64) -> Void
  ) throws {
    var left = count
    while left > 0 {
      let part = part(of: left)
      try extra.append(part, to: &output)
      left -= UInt64(part)
      try produced(part, write, progress)
    }
  }

  /// Returns how many of `count` bytes fit in the current chunk.
  private func part(of count: UInt64) -> Int {
    Int(min(count, UInt64(Self.chunkSize - output.count)))
  }

  /// Counts appended bytes, and passes a full chunk to the caller.
  private mutating func produced(
    _ count: Int, _ write: ([UInt8]) throws -> Void, _ progress: (UInt64) -> Void
  ) throws {
    remaining -= UInt64(count)
    guard output.count == Self.chunkSize else { return }
    try write(output)
    output.removeAll(keepingCapacity: true)
    progress(newSize - remaining)
  }

  private mutating func seek(_ distance: Int64) throws(DeltaError) {
    let (target, isBelow) =
      distance < 0
      ? position.subtractingReportingOverflow(distance.magnitude)
      : position.addingReportingOverflow(distance.magnitude)
    guard !isBelow else { throw malformed("a step seeks before the start of the old file") }
    guard target <= old.size else {
      throw .wrongOldFile(patch: path, "a step seeks beyond the end of the old file")
    }
    position = target
  }

  private func malformed(_ reason: Message) -> DeltaError { .malformed(patch: path, reason) }
}
