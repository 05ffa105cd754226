import ErosBundle

/// One run through the steps of a patch.
final class BSDiffApplication<Patch: ZipSource, Old: ZipSource> {
  private static var pieceSize: Int { 64 * 1024 }

  private let path: String
  private let old: Old
  private let newSize: UInt64
  private let control: BZip2Reader<Patch>
  private let differences: BZip2Reader<Patch>
  private let extra: BZip2Reader<Patch>
  /// What was made and not handed on yet.
  private var made: [UInt8] = []
  /// How many bytes of the new file are still to come.
  private var missing: UInt64
  /// The place in the old file, never outside.
  private var position: UInt64 = 0

  init(patch: Patch, header: BSDiffHeader, old: Old) throws(DeltaError) {
    path = patch.path
    self.old = old
    newSize = header.newSize
    missing = header.newSize
    control = try BZip2Reader(patch, header.control, name: "control")
    differences = try BZip2Reader(patch, header.differences, name: "difference")
    extra = try BZip2Reader(patch, header.extra, name: "extra")
    made.reserveCapacity(Self.pieceSize)
  }

  func run(_ write: ([UInt8]) throws -> Void) throws {
    // No encoder takes a step for fewer bytes; without this, steps that do nothing, which compress
    // to next to nothing, would keep us busy for hours.
    var stepsLeft = newSize / UInt64(BSDiffFormat.matchAdvantage) + 64
    while missing > 0 {
      guard stepsLeft > 0 else { throw malformed("it has more steps than its size can need") }
      stepsLeft -= 1
      try step(write)
    }
    for block in [control, differences, extra] { try block.finish() }
    if !made.isEmpty { try write(made) }
  }

  private func step(_ write: ([UInt8]) throws -> Void) throws {
    let numbers = try control.read(BSDiffFormat.stepSize)
    let addCount = try size(BSDiffFormat.number(at: 0, in: numbers))
    guard addCount <= old.size - position else {
      throw DeltaError.misfit(patch: path, "a step reads beyond its end")
    }
    try pieces(addCount, write) { count in try sums(count) }
    let copyCount = try size(BSDiffFormat.number(at: 8, in: numbers))
    try pieces(copyCount, write) { count in try extra.read(count) }
    try seek(BSDiffFormat.number(at: 16, in: numbers))
  }

  /// Checks how many bytes a step wants to make.
  private func size(_ number: Int64) throws(DeltaError) -> UInt64 {
    guard let size = UInt64(exactly: number) else { throw malformed("a step has a negative size") }
    guard size <= missing else { throw malformed("its steps make more than the header says") }
    return size
  }

  private func pieces(
    _ count: UInt64, _ write: ([UInt8]) throws -> Void, _ make: (Int) throws -> [UInt8]
  ) throws {
    missing -= count
    var rest = count
    while rest > 0 {
      let piece = Int(min(rest, UInt64(Self.pieceSize - made.count)))
      made.append(contentsOf: try make(piece))
      rest -= UInt64(piece)
      if made.count == Self.pieceSize {
        try write(made)
        made.removeAll(keepingCapacity: true)
      }
    }
  }

  /// The next `count` old bytes, changed by the second block.
  private func sums(_ count: Int) throws -> [UInt8] {
    var bytes = try differences.read(count)
    let base = try old.read(at: position, count: count)
    guard base.count == count else { throw malformed("the old file became shorter meanwhile") }
    for index in bytes.indices { bytes[index] &+= base[index] }
    position += UInt64(count)
    return bytes
  }

  private func seek(_ distance: Int64) throws(DeltaError) {
    let (target, isBelow) =
      distance < 0
      ? position.subtractingReportingOverflow(distance.magnitude)
      : position.addingReportingOverflow(distance.magnitude)
    guard !isBelow else { throw malformed("a step leads to before the old file") }
    guard target <= old.size else {
      throw .misfit(patch: path, "a step leads beyond its end")
    }
    position = target
  }

  private func malformed(_ reason: String) -> DeltaError { .malformed(patch: path, reason) }
}
