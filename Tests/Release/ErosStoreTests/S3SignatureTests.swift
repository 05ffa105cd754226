import ErosCore
import ErosCrypto
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Testing

@testable import ErosStore

@Suite("Signatures for S3", .phase(.servers))
struct S3SignatureTests {
  /// A request of the AWS documentation, "Signature Calculations for the Authorization Header".
  struct Example: Sendable {
    var method: TransportRequest.Method
    var path: String
    var fields: TransportFields = [:]
    var body = ""
    var names: String
    var signature: String
  }

  static let examples = [
    Example(
      method: .get, path: "/test.txt", fields: ["Range": "bytes=0-9"],
      names: "host;range;x-amz-content-sha256;x-amz-date",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    Example(
      method: .put, path: "/test%24file.text",
      fields: [
        "Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY",
      ], body: "Welcome to Amazon S3.",
      names: "date;host;x-amz-content-sha256;x-amz-date;x-amz-storage-class",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    Example(
      method: .get, path: "/?lifecycle", names: "host;x-amz-content-sha256;x-amz-date",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    Example(
      method: .get, path: "/?prefix=J&max-keys=2", names: "host;x-amz-content-sha256;x-amz-date",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ]

  @Test("match the examples of AWS", arguments: examples)
  func published(_ example: Example) throws {
    let signer = SigV4(
      credentials: AWSCredentials(
        accessKeyID: "AKIAIOSFODNN7EXAMPLE",
        secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"), region: "us-east-1")
    var fields = example.fields
    try signer.sign(
      &fields, example.method,
      WebAddress("https://examplebucket.s3.amazonaws.com\(example.path)"),
      payload: SHA256Digest.of(Array(example.body.utf8).span),
      at: try #require(Timestamp(utc: "2013-05-24T00:00:00Z")))
    #expect(
      fields["Authorization"]
        == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=\(example.names), Signature=\(example.signature)")
  }

  @Test("the signatures of 2,000 random requests match those of botocore", .needsPythonPackages)
  func botocore() async throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "S3Scripts/botocore_signatures.py").path(percentEncoded: false)
    let result = try await runTool(Tool.testPython, [script, "2000", "5"], seconds: 300)
    try #require(result.status == 0, "\(result.standardError)")
    let lines = result.standardOutput.split(separator: "\n")
    #expect(lines.count == 2000)
    for line in lines {
      let sample = try #require(JSONReader.read(Array(line.utf8), file: "sample").value.object)
      func string(_ name: String) throws -> String { try #require(sample[name]?.string) }
      var fields: TransportFields = [:]
      for member in try #require(sample["fields"]?.object).members {
        fields[member.key] = member.node.value.string
      }
      let signer = SigV4(
        credentials: AWSCredentials(
          accessKeyID: try string("id"), secretAccessKey: try string("secret"),
          sessionToken: sample["token"]?.string), region: try string("region"))
      try signer.sign(
        &fields, try #require(TransportRequest.Method(rawValue: string("method"))),
        WebAddress(string("url")), payload: SHA256Digest.of(Array(string("body").utf8).span),
        at: try #require(Timestamp(utc: string("time"))))
      #expect(try fields["Authorization"] == string("authorization"), "\(line)")
    }
  }
}
