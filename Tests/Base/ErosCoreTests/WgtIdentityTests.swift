import ErosTestSupport
import Testing

@testable import ErosCore

@Suite("Identities of uni-app resource packages")
struct WgtIdentityTests {
  /// The start of a `manifest.json` as uni-app's compiler writes it.
  static func build(
    id: String = #""__UNI__1234567""#, version: String = #"{"name":"1.0.1","code":"101"}"#
  ) -> String {
    #"{"@platforms":["android","iPhone","iPad"],"id":\#(id),"name":"商城","version":\#(version),"plus":{}}"#
  }

  private func identity(_ text: String) -> Result<WgtIdentity, WgtFailure> {
    do throws(WgtFailure) {
      return .success(try WgtIdentity(Array(text.utf8)))
    } catch {
      return .failure(error)
    }
  }

  @Test(
    "a build names its appid, its version and its number",
    arguments: [
      (#"{"name":"1.0.1","code":"101"}"#, "1.0.1", 101),
      (#"{"name":"1.0.1","code":200}"#, "1.0.1", 200),
      (#"{"code":"100","name":"2"}"#, "2", 100), (#"{"name":"1.2.3.4.5"}"#, "1.2.3.4.5", nil),
      (#"{"name":"01.2147483647","code":null}"#, "01.2147483647", nil),
    ] as [(String, String, Int64?)])
  func build(version: String, name: String, code: Int64?) throws {
    let identity = try identity(Self.build(version: version)).get()
    #expect(identity.appID == "__UNI__1234567")
    #expect(identity.version == name)
    #expect(identity.code == code)
    #expect(identity.packageName == "__UNI__1234567.wgt")
  }

  static let hostile: [(String, String)] = [
    ("", "manifest.json"), ("[]", "an array, not an object"), ("{}", "appid in 'id'"),
    ("{ /* comment */ }", "manifest.json"), (build() + "x", "manifest.json"),
    ("\u{FEFF}" + build(), "manifest.json"),
    (#"{"id":"a","id":"b","version":{"name":"1"}}"#, "manifest.json"),
    (build(id: "7"), "appid in 'id'"), (build(id: #""""#), "appid in 'id'"),
    (build(id: "null"), "appid in 'id'"), (build(id: #""../../evil""#), "the appid '../../evil'"),
    (build(id: #""/etc""#), "the appid"), (build(id: #""a\u0000b""#), "the appid"),
    (build(id: #""__UNI__一""#), "the appid"),
    (build(id: "\"" + String(repeating: "a", count: 65) + "\""), "the appid"),
    (build(version: #""1.0.1""#), "version.name"), (build(version: "{}"), "version.name"),
    (build(version: #"{"code":"101"}"#), "version.name"),
    (build(version: #"{"name":1.0}"#), "not a number"), (build(version: #"{"name":""}"#), "not ''"),
    (build(version: #"{"name":"v1.0"}"#), "not 'v1.0'"),
    (build(version: #"{"name":"1.0-beta"}"#), "not '1.0-beta'"),
    (build(version: #"{"name":"1..0"}"#), "not '1..0'"),
    (build(version: #"{"name":"1.0."}"#), "not"),
    (build(version: #"{"name":"+1.0"}"#), "not '+1.0'"),
    (build(version: #"{"name":"1. 0"}"#), "not"),
    (build(version: #"{"name":"１.0"}"#), "not"),
    (build(version: #"{"name":"1.2147483648"}"#), "not '1.2147483648'"),
    (#"{"name":"a","appid":"__UNI__1234567","versionName":"1.0.0"}"#, "the sources of an app"),
    (String(repeating: "[", count: 100_000), "manifest.json"),
  ]

  @Test("manifests that the client refuses are refused with the reason", arguments: hostile)
  func refused(text: String, reason: String) throws {
    guard case .failure(let failure) = identity(text) else {
      Issue.record("accepted: \(text)")
      return
    }
    #expect("\(failure.message)".contains(reason), "\(failure.message)")
  }

  @Test("only a build for apps is recognized, not any manifest of a website")
  func recognized() {
    for (text, isOfBuild) in [
      (Self.build(version: "{}"), true), (#"{"id":"__UNI__1234567"}"#, true),
      (#"{"id":"/","name":"PWA","start_url":"/"}"#, false), (#"{"manifest_version":3}"#, false),
      ("{", false),
    ] {
      guard case .failure(let failure) = identity(text) else {
        Issue.record("accepted: \(text)")
        continue
      }
      #expect(failure.isOfBuild == isOfBuild, "\(text)")
    }
  }

  @Test("the sources of an app may contain comments and a byte-order mark")
  func sources() throws {
    let text = """
      \u{FEFF}{
        "name" : "mall", // the name
        "appid" : "__UNI__1234567",
        "versionName" : "1.0.1",
        "versionCode" : "101",
        /* 5+App */
        "app-plus" : {}
      }
      """
    let identity = try #require(try WgtIdentity(sources: Array(text.utf8)))
    #expect(try identity == self.identity(Self.build()).get())
    for other in [Self.build(), "{}", "", #"{"name":"x"}"#] {
      #expect(try WgtIdentity(sources: Array(other.utf8)) == nil, "\(other)")
    }
    for (appID, name) in [("", #""1.0""#), ("a", "1"), ("a", #""1.0-beta""#), ("a/b", #""1.0""#)] {
      let text = #"{"appid":"\#(appID)","versionName":\#(name)}"#
      #expect(throws: WgtFailure.self, "\(text)") { try WgtIdentity(sources: Array(text.utf8)) }
    }
  }

  @Test("a version is higher exactly if the client says so")
  func order() throws {
    var random = SeededGenerator(seed: 56)
    for _ in 0..<2_000 {
      let versions = (0..<2).map { _ in (0...random.pick(0...3)).map { _ in random.pick(0...2) } }
      let identities = try versions.map { numbers in
        let name = numbers.map(String.init).joined(separator: ".")
        return try identity(Self.build(version: #"{"name":"\#(name)"}"#)).get()
      }
      #expect(
        identities[0].isNewer(than: identities[1])
          == clientInstalls(versions[0], over: versions[1]),
        "\(versions)")
    }
  }

  /// The rule of the client, written as a loop: the first difference decides, and further numbers
  /// count.
  private func clientInstalls(_ new: [Int], over old: [Int]) -> Bool {
    for (index, number) in new.enumerated() {
      guard index < old.count else { return true }
      if number != old[index] { return number > old[index] }
    }
    return false
  }
}
