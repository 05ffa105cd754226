import Testing

@testable import ErosReport

@Suite("Image headers")
struct ImageHeaderTests {
}
