import ErosBundle

/// The application of one patch to one old file.
final class BSDiffApplication<Patch: ZipSource, Old: ZipSource> {
  private static var chunkSize: Int { 64 * 1024 }

  private let path: String
  private let old: Old
  private let newSize: UInt64
  private let control: BZip2Reader<Patch>
  private let differences: BZip2Reader<Patch>
  private let extra: BZip2Reader<Patch>
  /// The bytes of the new file that are not yet passed to the caller.
  private var output: [UInt8] = []
  /// The number of bytes of the new file that are not yet produced.
  private var remaining: UInt64
  /// The offset in the old file, at most its size.
  private var position: UInt64 = 0

  init(patch: Patch, header: BSDiffHeader, old: Old) throws(DeltaError) {
    path = patch.path
    self.old = old
    newSize = header.newSize
    remaining = header.newSize
    control = try BZip2Reader(patch, header.control, name: "control")
    differences = try BZip2Reader(patch, header.differences, name: "difference")
    extra = try BZip2Reader(patch, header.extra, name: "extra")
    output.reserveCapacity(Self.chunkSize)
  }

  func run(_ write: ([UInt8]) throws -> Void) throws {
    // Encoders use a step only for more than `matchAdvantage` bytes. Without this limit, a small
    // patch with billions of empty steps, which compress well, would run for hours.
    var stepsLeft = newSize / UInt64(BSDiffFormat.matchAdvantage) + 64
    while remaining > 0 {
      guard stepsLeft > 0 else { throw malformed("it has more steps than its size requires") }
      stepsLeft -= 1
      try step(write)
    }
    for block in [control, differences, extra] { try block.finish() }
    if !output.isEmpty { try write(output) }
  }

  private func step(_ write: ([UInt8]) throws -> Void) throws {
    let numbers = try control.read(BSDiffFormat.stepSize)
    let addCount = try size(BSDiffFormat.number(at: 0, in: numbers))
    guard addCount <= old.size - position else {
      throw DeltaError.wrongOldFile(
        patch: path, "a step reads beyond the end of the old file")
    }
    try produce(addCount, write) { count in try sums(count) }
    let copyCount = try size(BSDiffFormat.number(at: 8, in: numbers))
    try produce(copyCount, write) { count in try extra.read(count) }
    try seek(BSDiffFormat.number(at: 16, in: numbers))
  }

  /// Checks the number of bytes that a step produces.
  private func size(_ number: Int64) throws(DeltaError) -> UInt64 {
    guard let size = UInt64(exactly: number) else { throw malformed("a step has a negative size") }
    guard size <= remaining else {
      throw malformed("its steps produce more bytes than the header declares")
    }
    return size
  }

  private func produce(
    _ count: UInt64, _ write: ([UInt8]) throws -> Void, _ make: (Int) throws -> [UInt8]
  ) throws {
    remaining -= count
    var left = count
    while left > 0 {
      let size = Int(min(left, UInt64(Self.chunkSize - output.count)))
      output.append(contentsOf: try make(size))
      left -= UInt64(size)
      if output.count == Self.chunkSize {
        try write(output)
        output.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Adds the next `count` bytes of the difference block to those of the old file.
  private func sums(_ count: Int) throws -> [UInt8] {
    var bytes = try differences.read(count)
    let base = try old.read(at: position, count: count)
    guard base.count == count else { throw malformed("the old file shrank while it was read") }
    for index in bytes.indices { bytes[index] &+= base[index] }
    position += UInt64(count)
    return bytes
  }

  private func seek(_ distance: Int64) throws(DeltaError) {
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

  private func malformed(_ reason: String) -> DeltaError { .malformed(patch: path, reason) }
}
