package import ErosCore

/// Limits the bytes in an HTTP message that are not part of its body.
///
/// ```swift
/// meter.receive(buffer.count)  // before parsing the buffer
/// meter.receive(body: part.count)  // for each part of the body in the buffer
/// try meter.check()  // after parsing the buffer
/// ```
///
/// Parsers skip informational responses, chunk extensions and white space silently, so a peer could
/// send them forever. The meter compares how many bytes were received with how many a parser found
/// in the body.
package struct MessageMeter: Sendable {
  /// Informational responses per request.
  static let informationalLimit = 16
  /// Bytes of header fields per request, in all its responses and trailers.
  ///
  /// Also limits the bytes in a row outside a body, such as a chunk extension.
  static let fieldLimit = 64 << 10
  /// Bytes around the parts of a body of any length.
  ///
  /// Sufficient for 170,000 chunks with one byte each.
  static let framingLimit = 1 << 20
  /// For a longer body, the bytes around its parts are limited to its length divided by this
  /// number.
  ///
  /// Chunks of 512 bytes stay below the limit: each chunk has 7 bytes of framing.
  static let framingDivisor = 64

  private var informationalCount = 0
  private var fieldCount = 0
  private var bodyCount = 0
  /// Received bytes outside the body.
  private var otherCount = 0
  /// Bytes outside the body since the last byte of the body.
  private var otherInARow = 0
  private var hasHead = false

  package init() {}

  /// Counts bytes that are parsed next.
  package mutating func receive(_ count: Int) {
    otherCount += count
    otherInARow += count
  }

  /// Counts received bytes that belong to the body.
  package mutating func receive(body count: Int) {
    bodyCount += count
    otherCount -= count
    otherInARow = 0
  }

  /// Counts an informational response's header.
  package mutating func receiveInformational(
    _ fields: some Sequence<(name: String, value: String)>
  ) throws(MessageFailure) {
    informationalCount += 1
    guard informationalCount <= Self.informationalLimit else { throw .informational }
    try count(fields)
  }

  /// Counts the message's header.
  package mutating func receiveHead(
    _ fields: some Sequence<(name: String, value: String)>
  ) throws(MessageFailure) {
    hasHead = true
    try count(fields)
  }

  /// Counts fields after the body.
  package mutating func receiveTrailers(
    _ fields: some Sequence<(name: String, value: String)>
  ) throws(MessageFailure) {
    try count(fields)
  }

  private mutating func count(
    _ fields: some Sequence<(name: String, value: String)>
  ) throws(MessageFailure) {
    for (name, value) in fields {
      fieldCount += name.utf8.count + value.utf8.count + ": \r\n".utf8.count
    }
    guard fieldCount <= Self.fieldLimit else { throw .fields }
  }

  /// Checks the received bytes after they were parsed.
  ///
  /// The bytes in a row may exceed their limit by one buffer.
  package func check() throws(MessageFailure) {
    guard otherInARow <= Self.fieldLimit else { throw hasHead ? .gap : .fields }
    let framingLimit = max(Self.framingLimit, bodyCount / Self.framingDivisor)
    guard otherCount <= Self.fieldLimit + framingLimit else { throw .framing }
  }
}

/// A limit that a message exceeds.
package enum MessageFailure: Error, Sendable, Equatable {
  /// More than ``MessageMeter/informationalLimit`` informational responses.
  case informational
  /// More than ``MessageMeter/fieldLimit`` bytes of header fields.
  case fields
  /// More than ``MessageMeter/fieldLimit`` bytes in a row in trailers or in a chunk extension.
  case gap
  /// More than ``MessageMeter/framingLimit`` bytes between the body's bytes.
  case framing

  package var reason: Message {
    switch self {
    case .informational: "more than \(MessageMeter.informationalLimit) informational responses"
    case .fields: "more than \(MessageMeter.fieldLimit >> 10) KiB of header fields"
    case .gap: "more than \(MessageMeter.fieldLimit >> 10) KiB of trailers or of a chunk extension"
    case .framing:
      "more than \(MessageMeter.framingLimit >> 20) MiB of chunk lengths and extensions"
    }
  }
}
