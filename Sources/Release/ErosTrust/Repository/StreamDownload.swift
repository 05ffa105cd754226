import ErosCore
import ErosTransport

/// Passes each byte on only once, so it cannot restart.
final class StreamDownload: ObjectDownload {
  private let address: WebAddress
  private let offset: UInt64
  private let limit: UInt64
  private let sink: (Span<UInt8>) throws -> Void

  /// Bytes passed on so far.
  private(set) var received: UInt64 = 0
  /// Bytes at the start of this response that were passed on before.
  private var skipped: UInt64 = 0
  private var version: ObjectVersion?
  /// Bytes in the full object, if the server tells.
  private var length: UInt64?
  private(set) var isComplete = false

  init(
    of address: WebAddress, from offset: UInt64, limit: UInt64,
    into sink: @escaping (Span<UInt8>) throws -> Void
  ) {
    self.address = address
    self.offset = offset
    self.limit = limit
    self.sink = sink
  }

  /// Where in the object the next byte is.
  private var position: UInt64 { offset + received }

  var status: ObjectStatus { ObjectStatus(length: length ?? position, version: version) }

  var nextPart: ObjectPart { ObjectPart(offset: position, version: version) }

  func begin(at start: UInt64, _ status: ObjectStatus) throws -> Bool {
    guard received == 0 || version != nil && status.version == version else {
      throw ObjectError.changing("\(address)")
    }
    skipped = position - start
    version = status.version
    length = status.length
    guard let length else { return true }
    guard length >= position else { throw ObjectError.tooShort("\(address)", offset: position) }
    guard length - position <= limit - received else {
      throw ObjectError.tooLong("\(address)", limit: limit)
    }
    return true
  }

  func append(_ bytes: Span<UInt8>) throws {
    let dropped = Int(min(skipped, UInt64(bytes.count)))
    skipped -= UInt64(dropped)
    let remaining = bytes.extracting(droppingFirst: dropped)
    guard !remaining.isEmpty else { return }
    guard UInt64(remaining.count) <= limit - received else {
      throw ObjectError.tooLong("\(address)", limit: limit)
    }
    try sink(remaining)
    received += UInt64(remaining.count)
  }

  func refuseRange(_ reason: RangeFailure) throws {
    switch reason {
    case .otherRange:
      throw TransportError.malformedResponse(
        address, reason: "it does not contain the requested range")
    case .otherVersion: throw ObjectError.changing("\(address)")
    case .unsatisfied(let length):
      guard length == position else {
        throw ObjectError.tooShort("\(address)", offset: position)
      }
      self.length = length
      isComplete = true
    }
  }

  func interrupt(_ error: any Error) throws {
    guard received == 0 || version != nil else { throw error }
  }

  func end() throws {
    guard skipped == 0 else { throw ObjectError.tooShort("\(address)", offset: position) }
    // The server may have sent only part of the range.
    isComplete = length == nil || position == length
  }
}
