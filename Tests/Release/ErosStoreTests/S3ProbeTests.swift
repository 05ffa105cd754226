import ErosCore
import ErosTestSupport
import ErosTrust
import Testing

@testable import ErosStore

@Suite("probe of SeaweedFS", .phase(.servers), .needsSeaweedFS)
struct S3ProbeTests {
  @Test("SeaweedFS keeps all promises, and no object of the probe is left")
  func probe() async throws {
    try await S3Fixture.withStore { store in
      let probe = try await StoreProbe(store).run(at: Timestamp(milliseconds: 1000))
      #expect(probe.broken == [])
      #expect(try await store.list("probe/", after: nil).items.isEmpty)
    }
  }
}
