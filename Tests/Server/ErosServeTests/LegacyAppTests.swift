import ErosCore
import ErosTestSupport
import Testing

@testable import ErosServe

@Suite("Responses to legacy clients", .phase(.ownServer))
struct LegacyAppTests {
  private static let folder = "https://cdn.example.org/legacy/my-app/"

  private func release(
    _ number: Int, native: String = "1.0.0", rollout: Int = 10_000, offset: Int = 0,
    isPaused: Bool = false, patchesFrom: [Int] = []
  ) -> LegacyRelease {
    LegacyRelease(
      number: Int64(number), jsVersion: .numbered(number), built: Int64(number) * 1000,
      native: [.ios: native, .android: native], rollout: rollout, offset: offset,
      isPaused: isPaused,
      patches: Dictionary(
        uniqueKeysWithValues: patchesFrom.map {
          (
            .numbered($0),
            LegacyApp.Patch(file: "patch-\($0)-\(number).zip", built: Int64($0) * 1000)
          )
        }))
  }

  private func app(
    _ releases: [LegacyRelease], embedded: [LegacyApp.Embedded] = [],
    _ change: (inout LegacyApp.Settings) -> Void = { _ in }
  ) -> LegacyApp {
    var settings = LegacyApp.Settings()
    change(&settings)
    return LegacyApp(
      name: "my-app", releases: releases, embedded: embedded, folder: Self.folder,
      settings: settings)
  }

  private func check(
    _ held: Int?, _ platform: Platform = .android, version: String = "1.0.0", isDiff: Bool = true
  ) -> LegacyCheck {
    LegacyCheck(
      app: "my-app", platform: platform, version: version,
      jsVersion: held.map { "\(BundleVersion.numbered($0))" } ?? "", acceptsPatch: isDiff)
  }

  private func full(_ number: Int) -> LegacyResponse {
    .bundle(.numbered(number), url: "\(Self.folder)\(BundleVersion.numbered(number)).zip")
  }

  private func patch(_ old: Int, _ new: Int) -> LegacyResponse {
    .patch(to: .numbered(new), url: "\(Self.folder)patch-\(old)-\(new).zip")
  }

  @Test("a known version gets its patch, and the newest one nothing")
  func patches() {
    let app = app([release(1), release(2, patchesFrom: [1])])
    #expect(app.response(to: check(1)) == patch(1, 2))
    #expect(app.response(to: check(2)) == .upToDate)
  }

  @Test("an unknown or missing version gets the bundle, never 401 (rule 1)", arguments: [nil, 9])
  func unknown(held: Int?) {
    let app = app([release(2, patchesFrom: [1])])
    #expect(app.response(to: check(held)) == full(2))
    #expect(app.response(to: check(held, isDiff: false)) == full(2))
  }

  @Test("a request for the full bundle gets it, also from the newest version (rule 1)")
  func inFull() {
    let app = app([release(2, patchesFrom: [1])])
    #expect(app.response(to: check(1, isDiff: false)) == full(2))
    #expect(app.response(to: check(2, isDiff: false)) == full(2))
  }

  @Test("without a patch, the response is the bundle (rule 3)")
  func withoutPatch() {
    #expect(app([release(1), release(2)]).response(to: check(1)) == full(2))
  }

  @Test("the newest release is the one that runs on the app, compared by numbers (rule 5)")
  func minimum() {
    let app = app([release(1), release(2, native: "1.9"), release(3, native: "1.10")])
    #expect(app.response(to: check(nil, version: "1.0")) == full(1))
    #expect(app.response(to: check(nil, version: "1.9.5")) == full(2))
    #expect(app.response(to: check(nil, version: "1.10.0")) == full(3))
    #expect(app.response(to: check(nil, version: "0.9")) == .unsupported)
    #expect(app.response(to: check(nil, version: "beta")).label == "refused")
  }

  @Test("the version of a pre-release comes before the version without its suffix")
  func suffixes() {
    let app = app([
      release(1), release(2, native: "1.2.0-beta.2"), release(3, native: "1.2.0"),
    ])
    #expect(app.response(to: check(nil, version: "1.2.0-beta.1")) == full(1))
    #expect(app.response(to: check(nil, version: "1.2.0-beta.10")) == full(2))
    #expect(app.response(to: check(nil, version: "1.2.0")) == full(3))
  }

  @Test("a minimum that is not a version allows every app")
  func placeholder() {
    let app = app([release(1, native: "eros-template-version")])
    #expect(app.response(to: check(nil, version: "0.1")) == full(1))
  }

  @Test("with equal versions, the version must be that of the bundle, as text (rule 5)")
  func equalVersions() {
    let app = app([release(1), release(2, native: "1.1.0")]) { $0.needsEqualVersion = true }
    #expect(app.response(to: check(nil, version: "1.0.0")) == full(1))
    #expect(app.response(to: check(nil, version: "1.0")) == .unsupported)
  }

  @Test("a client with a newer or paused release keeps it")
  func paused() {
    let app = app([release(1), release(2), release(3, isPaused: true, patchesFrom: [2])])
    #expect(app.response(to: check(2)) == .upToDate)
    #expect(app.response(to: check(3)) == .upToDate)
    #expect(app.response(to: check(3, isDiff: false)) == full(3))
    #expect(app.response(to: check(1)) == full(2))
  }

  @Test("a release that is paused between the two requests of a client is still sent (rule 1)")
  func pausedInBetween() {
    let paused = app([release(1, isPaused: true)])
    #expect(paused.response(to: check(nil)) == .notOffered)
    #expect(paused.response(to: check(nil, isDiff: false)) == full(1))
    let reduced = app([
      release(1, isPaused: true), release(2, rollout: 500), release(3, rollout: 0),
    ])
    #expect(reduced.response(to: check(nil, isDiff: false)) == full(2))
    #expect(reduced.response(to: check(1, isDiff: false)) == full(1))
    let other = app([release(1, native: "2.0")])
    #expect(other.response(to: check(nil, isDiff: false)) == .unsupported)
  }

  @Test("a client whose release has lost its bundle does not go back")
  func lostBundle() {
    let app = LegacyApp(
      name: "my-app", releases: [release(2)],
      others: [
        .init(jsVersion: .numbered(3), built: 3000, native: [:], isAvailable: false)
      ], folder: Self.folder)
    #expect(app.response(to: check(3)) == .upToDate)
    #expect(app.response(to: check(1)) == full(2))
  }

  @Test("the list has the releases that clients can get")
  func list() throws {
    let app = app([release(1), release(2, rollout: 0), release(3, isPaused: true)])
    let list = try JSONReader.read(app.list, file: "list").value.object?["data"]?.array
    let versions = list?.map { $0.value.object?["jsVersion"]?.string }
    #expect(versions == ["\(BundleVersion.numbered(1))"])
  }

  // MARK: - Embedded bundles

  /// The app 1.2.0 ships with release 2.
  private var shipped: [LegacyApp.Embedded] {
    [.init(jsVersion: .numbered(2), built: 2000, native: "1.2.0")]
  }

  @Test("an Android app with a newer embedded bundle gets the bundle (rule 9, case 22)")
  func embedded() {
    let app = app([release(1), release(2), release(3, patchesFrom: [1, 2])], embedded: shipped)
    #expect(app.response(to: check(1, version: "1.2.0")) == full(3))
    #expect(app.response(to: check(1, version: "1.2")) == full(3))
    #expect(app.response(to: check(2, version: "1.2.0")) == patch(2, 3))
    #expect(app.response(to: check(1, version: "1.1.0")) == patch(1, 3))
    #expect(app.response(to: check(1, .ios, version: "1.2.0")) == patch(1, 3))
  }

  @Test("an old version whose build time only the list of patches has is recognized")
  func embeddedAndUnlisted() {
    let app = app([release(3, patchesFrom: [1, 2])], embedded: shipped)
    #expect(app.response(to: check(1, version: "1.2.0")) == full(3))
  }

  @Test("a bundle older than the embedded one is not offered, since it would not be applied")
  func olderThanEmbedded() {
    let app = app([release(1)], embedded: shipped)
    #expect(app.response(to: check(0, version: "1.2.0")) == .upToDate)
    #expect(app.response(to: check(2, .ios, version: "1.2.0")) == .upToDate)
  }

  // MARK: - Rollouts

  @Test("without a bucket, a client takes part only in complete rollouts (rule 6)")
  func rollout() {
    let app = app([release(1), release(2, rollout: 9999, patchesFrom: [1])])
    #expect(app.response(to: check(1)) == .upToDate)
    #expect(app.response(to: check(1), bucket: 9998) == patch(1, 2))
    #expect(app.response(to: check(1), bucket: 9999) == .upToDate)
  }

  @Test("a higher share only adds buckets, a lower one only removes some")
  func monotone() {
    for offset in [0, 1, 4711, 9999] {
      var earlier: Set<Int> = []
      for share in [0, 1, 2, 500, 501, 9999, 10_000] {
        let app = app([release(1, rollout: share, offset: offset)])
        let included = Set(
          (0..<10_000).filter { app.response(to: check(nil), bucket: $0) != .notOffered })
        #expect(included.count == share)
        #expect(included.isSuperset(of: earlier))
        earlier = included
      }
    }
  }

  @Test("the cookie holds a bucket and nothing else")
  func cookie() {
    #expect(LegacyBucket.cookie(42, isSecure: true).hasPrefix("eros-bucket=42; Path=/app;"))
    #expect(LegacyBucket.read(["a=b; eros-bucket=42"]) == 42)
    #expect(LegacyBucket.read(["eros-bucket=9999"]) == 9999)
    for bad in ["eros-bucket=", "eros-bucket=-1", "eros-bucket=10000", "eros-bucket=x", "b=1"] {
      #expect(LegacyBucket.read([bad]) == nil)
    }
  }

  // MARK: - Checks

  @Test("checks are read as the clients send them")
  func questions() throws {
    let iOS = try #require(
      LegacyCheck(FormFields("appName=my+app&iOS=1.0.0&isDiff=1&jsVersion=ab%63")))
    #expect(iOS.app == "my app")
    #expect(iOS.platform == .ios)
    #expect(iOS.jsVersion == "abc")
    #expect(iOS.acceptsPatch)
    let android = try #require(LegacyCheck(FormFields("appName=a&android=2&iOS=&isDiff=false")))
    #expect(android.platform == .android)
    #expect(!android.acceptsPatch)
    let old = try #require(LegacyCheck(FormFields("appName=a&android=2")))
    #expect(old.acceptsPatch)
    let long = "appName=a&android=1" + String(repeating: ".1", count: 32)
    #expect(LegacyCheck(FormFields(String(long.dropLast(2)))) != nil)
    for bad in [long, "", "appName=a", "android=1", "appName=&android=1", "appName=%zz&android=1"] {
      #expect(LegacyCheck(FormFields(bad)) == nil)
    }
  }
}
