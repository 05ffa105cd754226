import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Zips that a fuzzer made")
struct ZipCorpusTests {
  @Test("each is judged, soon and without a crash", .timeLimit(.minutes(10)))
  func corpus() throws {
    for (name, bytes) in try Corpus.inputs(of: "ErosBundleTests/Corpus/zip") {
      let report = try BundleVerifier(threads: 1).verify(ZipBytes(bytes, path: name))
      let isRefused = report.findings.contains { $0.severity == .error }
      #expect((report.verdict == .verified) != isRefused, "\(name)")
    }
  }
}
