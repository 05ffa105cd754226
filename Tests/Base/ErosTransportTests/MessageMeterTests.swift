import ErosTestSupport
import Testing

@testable import ErosTransport

@Suite("The meter of bytes apart from a body", .phase(.servers))
struct MessageMeterTests {
  private let noFields: [(name: String, value: String)] = []

  /// Returns the fault of a body in chunks, each with lines of `overhead` bytes.
  private func fault(chunk: Int, overhead: Int, count: Int) -> MessageFailure? {
    var meter = MessageMeter()
    do {
      try meter.receiveHead(noFields)
      for _ in 0..<count {
        meter.receive(chunk + overhead)
        meter.receive(body: chunk)
        try meter.check()
      }
      return nil
    } catch {
      return error
    }
  }

  @Test("chunks of one byte are limited, and chunks of 512 bytes are not")
  func chunks() {
    #expect(fault(chunk: 1, overhead: 6, count: 170_000) == nil)
    #expect(fault(chunk: 1, overhead: 6, count: 200_000) == .framing)
    #expect(fault(chunk: 512, overhead: 7, count: 1_000_000) == nil)
    #expect(fault(chunk: 100, overhead: 6, count: 1_000_000) == .framing)
  }

  @Test("bytes in a row are limited, and start again with each byte of the body")
  func gaps() {
    #expect(fault(chunk: 1, overhead: 60_000, count: 18) == nil)
    var meter = MessageMeter()
    meter.receive(MessageMeter.fieldLimit)
    #expect(throws: Never.self) { try meter.check() }
    meter.receive(1)
    #expect(throws: MessageFailure.fields) { try meter.check() }
  }

  @Test("fields of all responses and trailers count together")
  func fields() throws {
    let field = [(name: "X", value: String(repeating: "x", count: 20_000))]
    var meter = MessageMeter()
    try meter.receiveInformational(field)
    try meter.receiveHead(field)
    try meter.receiveTrailers(field)
    #expect(throws: MessageFailure.fields) { try meter.receiveTrailers(field) }
  }
}
