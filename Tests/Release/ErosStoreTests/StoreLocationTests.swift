import ErosCore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosStore

@Suite("store location", .phase(.servers))
struct StoreLocationTests {
  @Test(
    "a location of a store is parsed",
    arguments: [
      ("build/store", .folder("build/store")),
      ("/a b/", .folder("/a b/")),
      ("C:/store", .folder("C:/store")),
      ("a/s3:x", .folder("a/s3:x")),
      ("s3://bucket", .bucket("bucket", prefix: "")),
      ("s3://bucket/", .bucket("bucket", prefix: "")),
      ("S3://my.bucket-1/a/b/", .bucket("my.bucket-1", prefix: "a/b")),
    ] as [(String, StoreLocation)])
  func valid(text: String, location: StoreLocation) throws {
    #expect(try StoreLocation(text) == location)
    // The description is a location, too.
    #expect(try StoreLocation(location.description) == location)
  }

  @Test("an HTTP location is only read, and its description hides the query")
  func web() throws {
    let location = try StoreLocation("HTTPS://Example.org/a?secret=1")
    #expect(location == .web(try WebAddress("https://example.org/a?secret=1")))
    #expect(location.description == "https://example.org/a?…")
    #expect(throws: TransportError.self) { try StoreLocation("https://user:pass@example.org") }
  }

  @Test(
    "other locations of a store are refused",
    arguments: [
      ("", .path), ("a\0b", .path),
      ("file:///a", .scheme), ("ftp://a", .scheme), ("s3:/bucket", .scheme), ("s3:bucket", .scheme),
      ("https:example.org", .scheme), ("HTTP:/example.org", .scheme), ("://a", .scheme),
      ("htps://example.org", .scheme), ("htps:/example.org", .scheme),
      ("https//example.org", .scheme),
      ("s3://", .bucket), ("s3:///a", .bucket), ("s3://ab", .bucket), ("s3://a..b", .bucket),
      ("s3://-ab", .bucket), ("s3://ab.", .bucket),
      ("s3://bücket", .bucket), ("s3://\(String(repeating: "a", count: 64))", .bucket),
      ("s3://bucket//a", .prefix), ("s3://bucket/a//", .prefix), ("s3://bucket/../a", .prefix),
      ("s3://bucket//", .prefix),
      ("s3://bucket/\(String(repeating: "a", count: 101))", .prefix),
    ] as [(String, StoreLocation.Failure)])
  func invalid(text: String, fault: StoreLocation.Failure) throws {
    let error = #expect(throws: StoreError.self) { try StoreLocation(text) }
    #expect(error == .invalidLocation(text, fault))
    #expect(error?.exitStatus == .usage)
  }

  @Test(
    "a message shows no secrets",
    arguments: [
      ("s3://key:secret@bucket", "s3://…@bucket", .bucket),
      ("s3://bucket/a?secret", "s3://bucket/a", .prefix),
      ("s3://bucket/a#secret", "s3://bucket/a", .prefix),
      ("ftp://user:secret@host/a@b?secret", "ftp://…@b", .scheme),
    ] as [(String, String, StoreLocation.Failure)])
  func secrets(text: String, shown: String, fault: StoreLocation.Failure) {
    #expect(throws: StoreError.invalidLocation(shown, fault)) { try StoreLocation(text) }
  }
}
