import ErosCore
import ErosTestSupport
import ErosTransport
import Testing

@testable import ErosStore
@testable import ErosTrust

@Suite("Addresses of buckets", .phase(.servers))
struct S3AddressTests {
  private func url(
    _ bucket: String, prefix: String = "", endpoint: String? = nil, region: String = "eu-west-1",
    style: S3AddressStyle? = nil, key: String? = "a b/+ä"
  ) throws -> String {
    let address = try S3Address(
      bucket: bucket, prefix: prefix, endpoint: endpoint.map { try WebAddress($0) },
      region: region, style: style)
    let key = try key.map { address.key(try #require(ObjectKey($0))) }
    return try address.url(key, query: key == nil ? [("prefix", "a b/"), ("x", "")] : []).text
  }

  @Test("virtual hosts for AWS, and paths elsewhere")
  func styles() throws {
    #expect(try url("bucket") == "https://bucket.s3.eu-west-1.amazonaws.com/a%20b/%2B%C3%A4")
    #expect(
      try url("bucket", region: "cn-north-1", key: "a")
        == "https://bucket.s3.cn-north-1.amazonaws.com.cn/a")
    #expect(try url("my.bucket", key: "a") == "https://s3.eu-west-1.amazonaws.com/my.bucket/a")
    #expect(
      try url("bucket", endpoint: "http://127.0.0.1:8333", key: "a")
        == "http://127.0.0.1:8333/bucket/a")
    #expect(
      try url("bucket", endpoint: "https://gate.example.org/s3/", key: "a")
        == "https://gate.example.org/s3/bucket/a")
    #expect(
      try url("bucket", endpoint: "https://oss.example.org", style: .virtualHost, key: "a")
        == "https://bucket.oss.example.org/a")
    #expect(
      try url("bucket", style: .path, key: "a")
        == "https://s3.eu-west-1.amazonaws.com/bucket/a")
  }

  @Test("the address of a bucket has the prefix, and encodes queries")
  func prefixes() throws {
    for prefix in ["releases/app", "releases/app/"] {
      #expect(
        try url("bucket", prefix: prefix, key: "a")
          == "https://bucket.s3.eu-west-1.amazonaws.com/releases/app/a")
    }
    #expect(
      try url("bucket", key: nil)
        == "https://bucket.s3.eu-west-1.amazonaws.com/?prefix=a%20b%2F&x=")
    #expect(
      try url("bucket", style: .path, key: nil)
        == "https://s3.eu-west-1.amazonaws.com/bucket?prefix=a%20b%2F&x=")
  }

  @Test("invalid names of buckets are refused")
  func invalid() throws {
    for bucket in ["", "ab", "a/b/c", "a..b", "-ab", "ab-", "a b", "bücket", "a?b", "a@b"] {
      #expect(throws: StoreError.aws(.invalidBucket(bucket))) { try url(bucket) }
    }
    for prefix in ["/", "/a", "a//b", "../a", "a/.."] {
      #expect(throws: StoreError.aws(.invalidPrefix(prefix))) { try url("bucket", prefix: prefix) }
    }
    #expect(throws: StoreError.aws(.invalidRegion("a.b"))) { try url("bucket", region: "a.b") }
  }

  @Test("digests in Base64")
  func base64() {
    #expect(
      SHA256Digest("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")?.base64
        == "LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=")
    #expect(
      MD5Digest("5d41402abc4b2a76b9719d911017c592")?.base64 == "XUFAKrxLKna5cZ2REBfFkg==")
  }
}
