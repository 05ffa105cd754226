import ErosCore
import Testing

@testable import ErosCommands

@Suite("Platforms as arguments")
struct PlatformArgumentTests {
  @Test("the case of the name does not matter")
  func spelling() {
    for name in ["ios", "iOS"] { #expect(Platform(argument: name) == .ios) }
    #expect(Platform(argument: "Android") == .android)
    #expect(Platform(argument: "web") == nil)
  }
}
