import ErosConfig
import ErosCore
import Foundation
import Testing

@Suite("The shipped configuration")
struct ShippedCopyTests {
  static let source = """
    { "umeng": {"a": [1.50, "é/"]}, "url": {"jsServer": "http://192.0.2.9:8889",
      "image": "https://example.com", "socketServer": "ws://192.0.2.9:8890",
      "debugServer": "ws://192.0.2.9:8088/debugProxy/native"}, "ip": "192.0.2.9", "last": "true" }
    """

  @Test("keeps unknown keys in order, and omits a developer's addresses")
  func withoutAddresses() throws {
    #expect(
      try shipped(devServer: nil)
        == #"{"umeng":{"a":[1.50,"é/"]},"url":{"image":"https://example.com"},"last":"true"}"#)
  }

  @Test("refers to the development server instead of the developer's addresses")
  func withServer() throws {
    let server = try #require(DevelopmentServer("http://192.0.2.1:8889/"))
    #expect(
      try shipped(devServer: server)
        == #"{"umeng":{"a":[1.50,"é/"]},"url":{"jsServer":"http://192.0.2.1:8889","#
        + #""image":"https://example.com","socketServer":"ws://192.0.2.1:8890"},"last":"true"}"#)
  }

  @Test("omits the keys that only the generator reads, and keeps routes")
  func generator() throws {
    let config = try readConfig(
      """
      {"$schema": "s", "appName": "demo", "generate": {}, "types": {}, "modules": [], \
      "components": [], "handlers": [], "widgets": [], "containerAPIs": [], "decorators": [], \
      "proxies": [], "embedViews": [], "customViews": [], "jsApis": [], "routes": {"items": []}}
      """)
    #expect(
      try plainText(of: config.shippedCopy()) == #"{"appName":"demo","routes":{"items":[]}}"#)
  }

  @Test("omits sections with settings of eros, and keeps an app's own objects at the same keys")
  func release() throws {
    let store =
      #""store":"s3://b/c","channel":"demo/beta","root":"root.json","endpoint":"","region":"""#
    let config = try readConfig(#"{"appName":"demo","release":{\#(store)}}"#)
    #expect(try plainText(of: config.shippedCopy()) == #"{"appName":"demo"}"#)
    let packed = try readConfig(#"{"appName":"demo","pack":{"framework":"none"}}"#)
    #expect(try plainText(of: packed.shippedCopy()) == #"{"appName":"demo"}"#)
    let mixed = try readConfig(
      #"{"release":{\#(store),"note":"new"},"check":{"budget":{},"own":1},"rehearsal":{"x":1}}"#)
    #expect(try plainText(of: mixed.shippedCopy()) == #"{"rehearsal":{"x":1}}"#)
    let own = #"{"release":{"notes":"new"},"check":{"disable":"x"}}"#
    #expect(try plainText(of: try readConfig(own).shippedCopy()) == own)
  }

  @Test("a configuration without addresses does not change")
  func unchanged() throws {
    let text = #"{"appName":"demo","url":"x"}"#
    #expect(try plainText(of: try readConfig(text).shippedCopy()) == text)
    #expect(try plainText(of: try readConfig("{}").shippedCopy()) == "{}")
  }

  @Test(
    "a development server requires http or https and a host",
    arguments: [
      ("http://192.0.2.1:8889", "ws://192.0.2.1:8890"), ("https://dev.test", "wss://dev.test:8890"),
      ("http://[2001:db8::1]:80/x", "ws://[2001:db8::1]:8890"), ("ftp://dev.test", nil),
      ("dev.test:8889", nil), ("http://", nil), ("", nil), ("http://a b", nil),
    ])
  func servers(address: String, socketAddress: String?) {
    #expect(DevelopmentServer(address)?.socketAddress == socketAddress)
  }

  /// A shipped configuration with a developer's addresses, encrypted with `openssl enc`.
  static let shippedByOtherTool = """
    "GlIyrsRD8Z2cU4esZI49Ulv9nKQauRbMcwjVci9Zi0+ciPYemOi48jgnutMgpXOLOVEN3C2k4LDik86tgJUD\
    r5u6aCdv+y5AxKanvbTxpA5QYdHydPMbBufJ/iWXS3ivESqo4JwW16xPec+d9q+zxuC0xxeaW1YWpGpViFpq\
    57I4IrUgyoN01hcK+b6g3I76mbDQ/Blp5t8fD2u0XYZJDeBqbUQxLgl6xGOTWVdnFkK2QqT2z4nG7caiKr8P\
    KfVWD6OM7gM5ZxCC1Mm3gEPXI0d3501AUTDlmcaptAQlReGXTJ9PsEGyJz85QqboU4xHYRRdt5DXV/Bmx4sP\
    PN0x7iKtrANbJY9Wve8J/pDBFl08XSgEUpI8TrX7QqAAmWpeuQ50loyi/jO3cUERX05MZPzxQepi+SKgV6nV\
    1nXddf4P+XhX5RVIgjiMMrDjWFiLWbbxfE/1z+FdX3pJjlAqpw=="

    """

  @Test("a configuration that another tool encrypted is decrypted and encrypted to the same bytes")
  func otherTool() throws {
    let bytes = Array(Self.shippedByOtherTool.utf8)
    let text = try ShippedConfigCipher.decrypt(bytes, file: "sample")
    #expect(try ShippedConfigCipher.encrypt(text) == bytes)
    let config = try NativeConfig.read(bytes, file: "sample")
    #expect(JSONWriter.write(.object(config.root)) == text)
    #expect(config.referencedPages.count == 3)
    #expect(config.validate().map(\.code) == ["versionMalformed", "versionMalformed"])
    let shipped = try NativeConfig.read(try config.shippedCopy(), file: "shipped")
    #expect(shipped.node(at: "ip") == nil && shipped.url("jsServer") == nil)
    #expect(shipped.url("image") == config.url("image"))
  }

  private func shipped(devServer: DevelopmentServer?) throws -> String {
    try plainText(of: try readConfig(Self.source).shippedCopy(devServer: devServer))
  }

  private func plainText(of shipped: [UInt8]) throws -> String {
    String(decoding: try ShippedConfigCipher.decrypt(shipped, file: "f"), as: UTF8.self)
  }
}
