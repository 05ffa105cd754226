import ErosTestSupport
import ErosTransport
import Testing

@Suite("URLs", .phase(.servers))
struct WebAddressTests {
  @Test(
    "parses and prints URLs",
    arguments: [
      ("https://example.org", "https://example.org/"),
      ("HTTP://Example.ORG:80/a", "http://example.org/a"),
      (
        "https://example.org:8443/a%20b/?q=1&r=%2F#part",
        "https://example.org:8443/a%20b/?q=1&r=%2F"
      ),
      ("http://[::1]:8080/x", "http://[::1]:8080/x"), ("http://127.0.0.1?", "http://127.0.0.1/?"),
      ("http://a_b-c.example/@:!$&'()*+,;=", "http://a_b-c.example/@:!$&'()*+,;="),
    ])
  func parsing(text: String, expected: String) throws {
    #expect(try WebAddress(text).text == expected)
  }

  @Test(
    "refuses malformed and unsupported URLs",
    arguments: [
      ("", AddressFailure.scheme), ("example.org", .scheme), ("ftp://example.org/", .scheme),
      ("file:///etc/passwd", .scheme), ("https:/example.org", .scheme), ("//example.org", .scheme),
      ("http://", .host), ("http:///a", .host), ("http://:80/", .host), ("http://h:0/", .host),
      ("http://h:65536/", .host), ("http://h:8a/", .host), ("http://h:/", .host),
      ("http://[::1/", .host), ("http://[a]/", .host), ("http://[::1]x/", .host),
      ("http://bücher.example/", .host), ("http://a b/", .host), ("http://h\r\nX: y/", .host),
      ("http://a%41/", .host), ("http://user@h/", .credentials),
      ("http://user:secret@h/", .credentials), ("http://h/a b", .encoding),
      ("http://h/%zz", .encoding), ("http://h/%4", .encoding), ("http://h/ü", .encoding),
      ("http://h/a\r\nX: y", .encoding), ("http://h/?a=\"", .encoding), ("http://h/[", .encoding),
    ])
  func refused(text: String, fault: AddressFailure) throws {
    let error = try #require(throws: TransportError.self) { try WebAddress(text) }
    guard case .malformedAddress(_, let found) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(found == fault)
  }

  @Test(
    "messages do not contain queries and credentials",
    arguments: [
      "https://user:secret@example.org/", "https://example.org/?secret", "secret@example.org",
      "ftp://secret:x@y@example.org/?secret", "https://example.org/a b?X-Amz-Signature=secret",
      "https://example.org/ü#secret",
    ])
  func secrets(text: String) {
    do {
      #expect(!"\(try WebAddress(text))".contains("secret"))
    } catch {
      #expect(!error.problem.contains("secret"), "\(error.problem)")
      #expect(error.problem.contains("example.org"), "\(error.problem)")
    }
  }

  /// The examples of RFC 3986, section 5.4, as far as they apply to HTTP.
  @Test(
    "resolves references",
    arguments: [
      ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
      ("/g", "http://a/g"), ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"),
      ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"),
      (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
      (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
      ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
      ("../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
      ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://b:8/x/../y", "https://b:8/y"),
      ("g?a:b", "http://a/b/c/g?a:b"),
    ])
  func references(reference: String, expected: String) throws {
    let base = try WebAddress("http://a/b/c/d;p?q")
    #expect(try base.resolving(reference).text == expected)
  }

  @Test(
    "refuses references to other schemes",
    arguments: [
      "ftp://a/", "file:///etc/passwd", "javascript:alert(1)", "data:,x", "http:g", "a b",
    ])
  func otherSchemes(reference: String) throws {
    let base = try WebAddress("http://a/b")
    #expect(throws: TransportError.self) { try base.resolving(reference) }
  }

  @Test("appends paths and keeps the query")
  func appending() throws {
    #expect(try WebAddress("http://h/a").appending("b/c%2F").text == "http://h/a/b/c%2F")
    #expect(try WebAddress("http://h/a/?k=1").appending("b").text == "http://h/a/b?k=1")
    #expect(throws: TransportError.self) { try WebAddress("http://h").appending("a?b") }
  }
}
