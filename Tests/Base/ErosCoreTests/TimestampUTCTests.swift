import ErosCore
import ErosTestSupport
import Foundation
import Testing

@Suite("Dates of signed metadata")
struct TimestampUTCTests {
  @Test("dates and milliseconds are converted in both directions")
  func converts() throws {
    #expect(Timestamp(utc: "1970-01-01T00:00:00Z")?.milliseconds == 0)
    #expect(Timestamp(utc: "1985-10-21T01:21:00Z")?.milliseconds == 498_705_660_000)
    #expect(Timestamp(utc: "2000-02-29T23:59:59Z")?.milliseconds == 951_868_799_000)
    #expect(Timestamp(utc: "0001-01-01T00:00:00Z")?.utc == "0001-01-01T00:00:00Z")
    #expect(Timestamp(utc: "9999-12-31T23:59:59Z")?.utc == "9999-12-31T23:59:59Z")
    #expect(Timestamp(milliseconds: 1_999).utc == "1970-01-01T00:00:01Z")
    #expect(Timestamp(milliseconds: -1).utc == "1969-12-31T23:59:59Z")
  }

  @Test("the description has milliseconds")
  func milliseconds() {
    #expect(Timestamp(milliseconds: 0).description == "1970-01-01T00:00:00.000Z")
    #expect(Timestamp(milliseconds: 498_705_660_007).description == "1985-10-21T01:21:00.007Z")
    #expect(Timestamp(milliseconds: -1).description == "1969-12-31T23:59:59.999Z")
  }

  @Test("dates of HTTP are converted in both directions")
  func http() {
    for (milliseconds, text) in [
      (784_111_777_000, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1000, "Wed, 31 Dec 1969 23:59:59 GMT"), (-691_200_000, "Wed, 24 Dec 1969 00:00:00 GMT"),
      (1_709_251_199_000, "Thu, 29 Feb 2024 23:59:59 GMT"),
    ] as [(Int64, String)] {
      #expect(Timestamp(milliseconds: milliseconds).httpDate == text)
      #expect(Timestamp(httpDate: text)?.milliseconds == milliseconds)
    }
    #expect(Timestamp(milliseconds: 1_999).httpDate == "Thu, 01 Jan 1970 00:00:01 GMT")
    for text in [
      "", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 nov 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 GMT ", "Fri, 30 Feb 2024 00:00:00 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ] {
      #expect(Timestamp(httpDate: text) == nil, "\(text)")
    }
  }

  @Test("random dates agree with Foundation")
  func randomDates() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<1000 {
      // From the year 1600; Foundation uses the Julian calendar before 1582.
      let seconds = generator.pick(-11_676_096_000...253_402_300_799)
      let text = Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
      let timestamp = Timestamp(milliseconds: Int64(seconds) * 1000)
      #expect(timestamp.utc == text)
      #expect(Timestamp(utc: text)?.milliseconds == timestamp.milliseconds)
    }
  }

  @Test(
    "other forms and impossible dates are refused",
    arguments: [
      "", "2030-01-01", "2030-01-01T00:00:00", "2030-01-01T00:00:00+00:00",
      "2030-01-01 00:00:00Z", "2030-01-01t00:00:00z", "2030-13-01T00:00:00Z",
      "2030-00-01T00:00:00Z", "2030-01-32T00:00:00Z", "2030-01-00T00:00:00Z",
      "2023-02-29T00:00:00Z", "1900-02-29T00:00:00Z", "2030-01-01T24:00:00Z",
      "2030-01-01T00:60:00Z", "2030-01-01T00:00:60Z", "0000-01-01T00:00:00Z",
      "2030-1-01T00:00:00Z", "-030-01-01T00:00:00Z", "２030-01-01T00:00:00Z",
    ])
  func refuses(text: String) { #expect(Timestamp(utc: text) == nil) }
}
