import ErosCore
import ErosReleaseTestSupport
import ErosTestSupport
import Foundation
import Testing

@Suite("The server and HTTP/2", .phase(.ownServer), .serialized, .temporaryFolder)
struct HTTP2Tests {
  private static let options = [
    "--tls-certificate", "cert.pem", "--tls-key", "key.pem", "--idle-time", "5",
  ]

  private func served() async throws -> TestStore {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try served.folder.write([UInt8](repeating: 7, count: 24 << 20), to: "store/targets/large.bin")
    try await makeCertificate(in: served.folder)
    return served
  }

  @Test(
    "clients choose HTTP/2 or HTTP/1.1, and get the same responses", .needs("curl"),
    .needs("openssl"), arguments: [("--http2", "2"), ("--http1.1", "1.1")])
  func versions(option: String, version: String) async throws {
    let served = try await served()
    try await ServerProcess.run(
      served, Self.options, certificates: served.folder.path("cert.pem")
    ) { server in
      func curl(_ path: String, _ arguments: [String] = []) async throws -> String {
        let result = try await runTool(
          "curl",
          [
            "--silent", "--show-error", option, "--cacert", "cert.pem", "--output", "body",
            "--write-out", "%{http_version} %{http_code} %{size_download}",
          ] + arguments + [server.url + path], in: served.folder.path)
        return result.standardOutput + result.standardError
      }
      #expect(try await curl("/targets/large.bin") == "\(version) 200 \(24 << 20)")
      let body = try served.folder.read("body")
      #expect(body.allSatisfy { $0 == 7 })
      #expect(try await curl("/targets/large.bin", ["--range", "5-9"]) == "\(version) 206 5")
      #expect(try await curl("/nope").hasPrefix("\(version) 404 "))
      _ = try await curl("/nope", ["--dump-header", "head"])
      let head = String(decoding: try served.folder.read("head"), as: UTF8.self)
      let date = head.split(whereSeparator: \.isNewline)
        .first { $0.lowercased().hasPrefix("date: ") }
      #expect(date.flatMap { Timestamp(httpDate: String($0.dropFirst(6))) } != nil, "\(head)")
      let form = ["--data", "appName=my-app&iOS=1.0.0&isDiff=0"]
      #expect(try await curl("/app/check", form).hasPrefix("\(version) 200 "))
      #expect(
        try await curl("/app/check", form + ["--header", "Expect: 100-continue"])
          .hasPrefix("\(version) 200 "))
    }
  }

  @Test("the limits of connections and requests hold", .needs("python3"), .needs("openssl"))
  func limits() async throws {
    let served = try await served()
    try await ServerProcess.run(
      served, Self.options, certificates: served.folder.path("cert.pem")
    ) { server in
      let script = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "http2-clients.py").path(percentEncoded: false)
      let result = try await runTool("python3", [script, server.port], seconds: 120)
      #expect(result.status == 0, "\(result)")
    }
  }

  @Test("a stopping server completes requests, and ends idle connections", .needs("curl"))
  func stop() async throws {
    let served = try await served()
    let options = ["--tls-certificate", "cert.pem", "--tls-key", "key.pem", "--stop-time", "20"]
    try await ServerProcess.run(served, options, certificates: served.folder.path("cert.pem")) {
      server in
      async let download = runTool(
        "curl",
        [
          "--silent", "--http2", "--cacert", "cert.pem", "--limit-rate", "3M", "--output", "body",
          "--write-out", "%{http_version} %{size_download}", server.url + "/targets/large.bin",
        ], in: served.folder.path)
      let isReceiving = try await eventually {
        (try? served.folder.read("body"))?.isEmpty == false
      }
      #expect(isReceiving)
      kill(server.processIdentifier, SIGTERM)
      #expect(try await download.standardOutput == "2 \(24 << 20)")
      let isStopped = try await eventually {
        String(decoding: try served.folder.read("server.log"), as: UTF8.self)
          .contains(#""message":"stopped""#)
      }
      #expect(isStopped)
    }
  }
}
