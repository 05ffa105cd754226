import ErosBundle
import ErosBundleTestSupport
import ErosCore
import ErosCrypto
import ErosPack
import ErosTestSupport
import Testing

/// Bytes that must not change between versions, so that packing a release again gives the same
/// release.
@Suite("Golden bundles", .temporaryFolder)
struct GoldenBundleTests {
  static let files: [String: [UInt8]] = [
    "config/index.js": Array("module.exports = { a: 1 }\n".utf8),
    "mediator/index.js": Array("// { \"framework\": \"Vue\" }\nvar m\n".utf8),
    "pages/home/index.js": Array("var home = '首页'\n".utf8),
    "assets/logo.bin": (0...255).map { UInt8($0) },
    "assets/é.txt": Array("accent".utf8),
    "assets/empty": [],
  ]

  static let manifest = """
    {"filesMd5":[\
    {"page":"/assets/empty","md5":"d41d8cd98f00b204e9800998ecf8427e",\
    "sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","size":0},\
    {"page":"/assets/logo.bin","md5":"e2c865db4162bed963bfaa9ef6ac18f0",\
    "sha256":"40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880","size":256},\
    {"page":"/assets/é.txt","md5":"727b79a9a430ccddcf9260a381d5ab10",\
    "sha256":"a3a7f053ae2eadb1fb93bcbd4a39b00985b64ede4f337d64025982f9efb97f54","size":6},\
    {"page":"/config/index.js","md5":"741fcd349aa830e07ae752e4f5616c9d",\
    "sha256":"fa4e49ce9f0541af6886648cbc54dc472c68856cf7983fd7af0e4c6240faada3","size":52},\
    {"page":"/mediator/index.js","md5":"e9b3d115082eb5b0bced29790191f8e0",\
    "sha256":"895bbb4467d79d2fe61166f61b64d2450e62ce0ffe1f7d3e3ac901548a89e796","size":32},\
    {"page":"/pages/home/index.js","md5":"97117802dad984d2448af2f68755eca3",\
    "sha256":"c00fce369181a10505440b6f31d6c2f7c2d333c23dc10f633c9b7fc8c1eb870b","size":46}],\
    "android":"1.0.2","iOS":"1.0.1","appName":"demo",\
    "jsVersion":"4c01fc1bccf9712dd8be71665d3cef33","timestamp":1600000000000,\
    "jsPath":"https://example.com/js/",\
    "treeHash":"6633636d18e16a92fec27f7d6883590a429f628fca8d962898c96fac260475db"}
    """

  private func golden(_ level: CompressionLevel) throws -> (bundle: PackedBundle, zip: [UInt8]) {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(Self.files, below: "dist")
    try folder.makeFolder("dist/iconfont")
    let bundle = try pack(in: folder, level: level, timestamp: 1_600_000_000_000)
    return (bundle, try folder.read("bundle.zip"))
  }

  @Test("an uncompressed zip is the same byte for byte")
  func zip() throws {
    let zip = try golden(.store).zip
    #expect(zip.count == 2877)
    #expect(
      try SHA256Digest.of(zip.span).description
        == "0f52ff435b04de6b1747cf038a453e915b87d2c2c952f08c2f5307d6293bdfab")
  }

  @Test(
    "the manifest is the same byte for byte at every level", arguments: CompressionLevel.allCases)
  func manifest(level: CompressionLevel) throws {
    let bundle = try golden(level).bundle
    #expect(String(decoding: bundle.manifestBytes, as: UTF8.self) == Self.manifest)
    #expect(
      bundle.manifest.treeHash?.description
        == "6633636d18e16a92fec27f7d6883590a429f628fca8d962898c96fac260475db")
    #expect(bundle.manifest.jsVersion.description == "4c01fc1bccf9712dd8be71665d3cef33")
  }

  @Test("the tree hash follows docs/bundle-format.md")
  func treeHash() throws {
    let bundle = try golden(.standard).bundle
    let text = bundle.files.map { "\($0.digest.sha256) \($0.digest.size) \($0.path)\n" }.joined()
    #expect(
      try SHA256Digest.of(Array(text.utf8).span).description
        == bundle.manifest.treeHash?.description)
  }
}
