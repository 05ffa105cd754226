import ErosCore
import ErosFiles
import ErosTestSupport
import HTTPTypes
import Testing

@testable import ErosServe

@Suite("Addresses of clients", .phase(.ownServer))
struct AddressTests {
  @Test("addresses are parsed, whatever their notation")
  func notations() {
    #expect(IPAddress("::1") == IPAddress("0:0:0:0:0:0:0:1"))
    #expect(IPAddress("2001:db8::a") == IPAddress("2001:0DB8:0:0:0:0:0:000a"))
    #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
    #expect(IPAddress("fe80::1%eth0") == IPAddress("fe80::1"))
    for bad in [
      "", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1.2.3.-4", ":", ":::", "1::2::3", "12345::",
      "g::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "1:2:3:4:5:6:7::8", " 1.2.3.4", "1.2.3.4 ",
    ] {
      #expect(IPAddress(bad) == nil, "\(bad)")
    }
  }

  @Test(
    "addresses are written in their usual notation",
    arguments: [
      "192.0.2.1", "::", "::1", "2001:db8::a", "1::", "2001:db8:0:1:1:1:1:1", "1:0:0:2::3",
      "1:2:3:4:5:6:7:8",
    ])
  func description(text: String) throws {
    #expect("\(try #require(IPAddress(text)))" == text)
  }

  @Test("a range contains its addresses")
  func ranges() throws {
    func contains(_ range: String, _ address: String) throws -> Bool {
      let address = try #require(IPAddress(address))
      return try #require(AddressRange(range)).contains(address)
    }
    #expect(try contains("10.0.0.0/8", "10.255.1.2"))
    #expect(try !contains("10.0.0.0/8", "11.0.0.1"))
    #expect(try contains("::/0", "1.2.3.4"))
    #expect(try !contains("::1", "::2"))
    for bad in ["", "10.0.0.0/33", "::/129", "10.0.0.0/", "10.0.0.0/-1", "a/8", "1.2.3.4/8/8"] {
      #expect(AddressRange(bad) == nil, "\(bad)")
    }
  }

  @Test("only what trusted proxies add to X-Forwarded-For counts")
  func forwarded() throws {
    let range = try #require(AddressRange("10.0.0.0/8"))
    let rule = ClientAddress(trusting: [range])
    func find(_ peer: String, _ fields: String...) throws -> IPAddress? {
      var headers = HTTPFields()
      for field in fields {
        headers.append(HTTPField(name: try #require(.init("X-Forwarded-For")), value: field))
      }
      let peer = try #require(IPAddress(peer))
      return rule.find(peer: peer, headers)
    }
    #expect(try find("192.0.2.1", "198.51.100.1") == IPAddress("192.0.2.1"))
    #expect(try find("10.0.0.1", "198.51.100.1") == IPAddress("198.51.100.1"))
    #expect(try find("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2") == IPAddress("198.51.100.1"))
    #expect(try find("10.0.0.1", "1.1.1.1", "198.51.100.1") == IPAddress("198.51.100.1"))
    #expect(try find("10.0.0.1", "1.1.1.1, junk") == IPAddress("10.0.0.1"))
    #expect(try find("10.0.0.1", "198.51.100.1:5000") == IPAddress("198.51.100.1"))
    #expect(try find("10.0.0.1", "\"[2001:db8::1]:5000\"") == IPAddress("2001:db8::1"))
    #expect(try find("10.0.0.1", "[2001:db8::1]") == IPAddress("2001:db8::1"))
    #expect(try find("10.0.0.1") == IPAddress("10.0.0.1"))
  }

  @Test("a bucket of requests fills again with time")
  func rateLimit() throws {
    let limit = RateLimit(rate: 2, burst: 3)
    let start = ClockTime.now
    let client = try #require(IPAddress("2001:db8::1"))
    let neighbor = try #require(IPAddress("2001:db8::2"))
    let other = try #require(IPAddress("2001:db8:0:1::1"))
    for _ in 0..<3 { #expect(limit.allows(client, at: start)) }
    #expect(!limit.allows(client, at: start))
    #expect(!limit.allows(neighbor, at: start))
    #expect(limit.allows(other, at: start))
    #expect(limit.allows(client, at: start + .milliseconds(500)))
    #expect(!limit.allows(client, at: start + .milliseconds(500)))
    for _ in 0..<3 { #expect(limit.allows(client, at: start + .seconds(60))) }
    #expect(!limit.allows(client, at: start + .seconds(60)))
  }
}
