import ErosCore
import Testing

@Suite("TimeLength")
struct TimeLengthTests {
  @Test("a length of time has the same value in each unit")
  func units() {
    #expect(TimeLength.seconds(2) == .milliseconds(2000))
    #expect(TimeLength.milliseconds(3) == .nanoseconds(3_000_000))
    #expect(TimeLength.seconds(0.25) == .milliseconds(250))
    #expect(TimeLength.milliseconds(1500).seconds == 1.5)
    #expect(TimeLength.nanoseconds(2_999_999).milliseconds == 2)
    #expect(TimeLength.seconds(3) * 2 == .seconds(6))
    #expect(TimeLength.seconds(3) * 0.5 == .milliseconds(1500))
    #expect(TimeLength.seconds(3) - .seconds(5) == .seconds(-2))
  }

  @Test("a length of time is limited to 292 years")
  func limits() {
    let shortest = TimeLength.nanoseconds(Int64.min)
    let longest = TimeLength.nanoseconds(Int64.max)
    #expect(TimeLength.seconds(Int64.max) == longest)
    #expect(TimeLength.seconds(UInt64.max) == longest)
    #expect(TimeLength.seconds(Int64.min) == shortest)
    #expect(TimeLength.seconds(1e30) == longest)
    #expect(TimeLength.seconds(-1e30) == shortest)
    #expect(longest + .seconds(1) == longest)
    #expect(shortest - .seconds(1) == shortest)
    #expect(longest * 2 == longest)
    #expect(longest * -2 == shortest)
    #expect(shortest * -2 == longest)
    #expect(longest - shortest == longest)
    #expect(ClockTime(sinceStart: longest) - ClockTime(sinceStart: .seconds(-1)) == longest)
  }
}
