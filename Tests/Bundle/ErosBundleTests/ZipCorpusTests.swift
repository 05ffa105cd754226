import ErosBundle
import ErosCore
import ErosTestSupport
import Testing

@Suite("Fuzzer inputs")
struct ZipCorpusTests {
  @Test("an input is verified or rejected without a crash", .timeLimit(.minutes(10)))
  func corpus() throws {
    for (name, bytes) in try Corpus.inputs(of: "Bundle/ErosBundleTests/Corpus/zip") {
      let report = try BundleVerifier(threads: 1).verify(ZipBytes(bytes, path: name))
      let isRejected = report.findings.hasErrors
      #expect((report.verdict == .verified) != isRejected, "\(name)")
    }
  }
}
