import ErosCore
import Synchronization
import Testing

@testable import ErosServe

@Suite("Date of responses")
struct ResponseDateTests {
  @Test(
    "the time is in the form of header fields",
    arguments: [
      (784_111_777_999, "Sun, 06 Nov 1994 08:49:37 GMT"),
      (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (1_709_251_199_000, "Thu, 29 Feb 2024 23:59:59 GMT"),
      (1_709_251_200_000, "Fri, 01 Mar 2024 00:00:00 GMT"),
      (4_102_444_799_000, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ] as [(Int64, String)])
  func form(_ milliseconds: Int64, _ text: String) {
    #expect(ResponseDate { Timestamp(milliseconds: milliseconds) }.text == text)
  }

  @Test("the text changes with the second")
  func change() {
    let clock = Clock()
    let date = ResponseDate { clock.now }
    #expect(date.text == "Thu, 01 Jan 1970 00:00:59 GMT")
    clock.advance(by: 999)
    #expect(date.text == "Thu, 01 Jan 1970 00:00:59 GMT")
    clock.advance(by: 1)
    #expect(date.text == "Thu, 01 Jan 1970 00:01:00 GMT")
  }
}

private final class Clock: Sendable {
  private let milliseconds = Mutex<Int64>(59_000)

  var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) }

  func advance(by time: Int64) { milliseconds.withLock { $0 += time } }
}
