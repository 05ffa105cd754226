import ErosCore
import ErosFiles
import ErosHTTP
import ErosReleaseTestSupport
import ErosTestSupport
import ErosTransport
import Foundation
import Synchronization
import Testing

@testable import ErosServe

@Suite("The configuration of the server", .phase(.ownServer))
struct ServerConfigTests {
  private func problems(_ text: String) -> [ConfigProblems.Problem] {
    var problems = ConfigProblems("server.json")
    _ = ServerConfig(Array(text.utf8), &problems)
    return problems.list
  }

  @Test("all problems are reported, each with its field, and misspelt fields get a suggestion")
  func problems() {
    let list = problems(
      """
      {"rot": "root.json", "downloads": "ftp://a", "apps": {
         "one": {"chanel": "a/b"}, "two": {"channel": "nothing", "equalVersions": 1}},
       "console": {"token": "t", "store": 1}, "metrics": {"token": "env:1"},
       "webhooks": [{"url": "https://example.org/a b", "format": "slak", "events": ["braked"]},
         {"url": "hook", "format": "wecom", "secret": "s"}, {"url": "ftp://example.org/a"}]}
      """)
    #expect(
      list.map(\.field) == [
        "rot", "root", "downloads", "apps.one.chanel", "apps.one.channel", "apps.two.channel",
        "apps.two.equalVersions", "metrics.token", "console.store", "webhooks[0].url",
        "webhooks[0].format", "webhooks[0].events", "webhooks[1].secret", "webhooks[2].url",
      ])
    #expect(list[0].error.remedy == "did you mean 'root'?")
    #expect(list[3].error.remedy == "did you mean 'channel'?")
    #expect(list.allSatisfy { $0.error.exitStatus == .badData })
    // The URL is a secret.
    #expect(!list[9].text.contains("example.org"))
    #expect(list.last?.text.hasSuffix("'url' is not a valid http or https URL") == true)
  }

  @Test("a valid configuration has no problems, and webhooks get all events by default")
  func valid() throws {
    let config = try ServerConfig(
      Array(
        """
        {"root": "root.json", "downloads": "https://a/", "apps": {"a": {"channel": "a/b"}},
         "webhooks": [{"url": "env:HOOK"},
           {"url": "https://b/", "format": "dingtalk", "secret": "s", "events": ["store-problem"]}]}
        """.utf8), file: "server.json")
    #expect(config.webhooks.map(\.format) == [.json, .dingtalk])
    #expect(config.webhooks[0].kinds == Set(Alarm.Kind.allCases))
    #expect(config.webhooks[1].kinds == [.storeProblem])
  }
}

@Suite(
  "Checking and reloading the configuration", .phase(.ownServer), .serialized, .temporaryFolder)
struct ReloadTests {
  private static let token = "0123456789abcdef-token"
  private static let console = #""console": {"token": "console-token"}, "metrics": {}"#

  private func served() async throws -> TestStore {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try served.folder.writeSecret(Self.token, to: "console-token")
    return served
  }

  private func check(_ served: TestStore, _ options: [String] = []) async throws -> ToolResult {
    try await runTool(
      Tool.built("eros-server"), ["--check-config", "--config", "server.json"] + options,
      in: served.folder.path)
  }

  @Test("--check-config prints all problems of the configuration, its files and the options")
  func check() async throws {
    let served = try await served()
    try served.configure(Self.console + #", "reports": "reports.sqlite""#)
    let valid = try await check(served, ["--store", "store"])
    #expect(valid.status == 0, "\(valid)")
    #expect(valid.standardOutput == "server.json: valid\n")
    #expect(!FileManager.default.fileExists(atPath: served.folder.path("reports.sqlite")))
    for (store, status, problem) in [
      ("missing", 66, "--store: cannot list 'missing'"),
      ("store/metadata", 66, "pass the folder that contains this folder with --store"),
      (".", 66, "--store: '.' is not a release store"),
      ("s3://x/y", 64, "--store: "),
      ("s3://releases/app", 64, "--redirect: the server does not deliver files of the bucket"),
    ] {
      let mistake = try await check(served, ["--store", store])
      #expect(mistake.status == status, "\(mistake)")
      #expect(mistake.standardError.contains(problem), "\(mistake)")
    }
    let root = try await served.otherRoot()
    try served.folder.write(root, to: "root.json")
    let other = try await check(served, ["--store", "store"])
    #expect(other.status == 65, "\(other)")
    #expect(
      other.standardError.contains(
        "'root' in the configuration is not the root metadata of the store 'store'"), "\(other)")
    try served.folder.write("{}", to: "root.json")
    let both = try await check(served, ["--store", "."])
    #expect(both.standardError.contains("--store: '.' is not a release store"), "\(both)")
    #expect(both.standardError.contains("root: "), "\(both)")
    try served.folder.write(served.pinnedRoot, to: "root.json")
    let usage = try await check(served, ["--listen", "8080"])
    #expect(usage.status == 64, "\(usage)")
    #expect(usage.standardError.split(separator: "\n").count == 2, "\(usage)")
    try served.folder.writeSecret("short", to: "console-token")
    try served.configure(
      Self.console
        + #", "report": "r", "reports": "none/r.sqlite", "webhooks": [{}, {"url": "none", "format": "x"}]"#
    )
    try served.folder.write(
      String(decoding: served.folder.read("server.json"), as: UTF8.self)
        .replacing(TestStore.downloads, with: "ftp://a/"), to: "server.json")
    let invalid = try await check(
      served, ["--listen", "nowhere", "--tls-certificate", "root.json", "--tls-key", "root.json"])
    #expect(invalid.status == 65, "\(invalid)")
    #expect(invalid.standardOutput.isEmpty)
    for text in [
      "unknown field 'report' in the configuration\nhint: did you mean 'reports'?",
      "console.token: the configuration 'server.json' is invalid: the token of the console",
      "webhooks[0].url: ", "webhooks[1].format: ", "webhooks[1].url: cannot", "downloads: ",
      "reports: cannot",
      "--tls-certificate: cannot use 'root.json' for TLS",
      "--listen: ",
    ] {
      #expect(invalid.standardError.contains(text), "\(text): \(invalid.standardError)")
    }
    let missing = try await runTool(
      Tool.built("eros-server"), ["--check-config", "--config", "none"], in: served.folder.path)
    #expect(missing.status == 66, "\(missing)")
  }

  @Test(
    "--check-config reports a store that it cannot read",
    .enabled(if: Permissions.canBeEnforced, "not installed: setpriv"))
  func unreadableStore() async throws {
    let served = try await served()
    try served.configure(Self.console)
    let path = served.folder.path("store/metadata")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let result = try await runToolWithPermissions(
      Tool.built("eros-server"),
      ["--check-config", "--config", "server.json", "--store", "store"], in: served.folder.path)
    #expect(result.status == 66, "\(result)")
    #expect(result.standardError.contains("--store: cannot"), "\(result)")
  }

  private static let reloaded = #""message":"reloaded the configuration""#

  private func log(of served: TestStore) throws -> String {
    String(decoding: try served.folder.read("server.log"), as: UTF8.self)
  }

  /// Waits until the log has a text.
  private func log(of served: TestStore, has text: String) async throws -> Bool {
    try await eventually { try log(of: served).contains(text) }
  }

  @Test("SIGHUP reads the configuration and the tokens again, and keeps connections")
  func reload() async throws {
    let served = try await served()
    try served.folder.write([UInt8](repeating: 7, count: 24 << 20), to: "store/targets/large.bin")
    try await ServerProcess.run(served) { server in
      #expect(try await server.get("/").head.status == 404)
      let address = try WebAddress(server.url + "/targets/large.bin")
      var isReloading = false
      let length = Mutex(0)
      // The download goes on while the server reads its configuration.
      try await HTTPTransport.with { transport in
        _ = try await transport.download(
          TransportRequest(.get, address, deadline: .now + .seconds(60)), limit: 1 << 30,
          into: { part in
            length.withLock { $0 += part.count }
            guard !isReloading else { return }
            isReloading = true
            try served.configure(
              Self.console + #", "reports": "reports.sqlite", "webhooks": []"#)
            let config = String(decoding: try served.folder.read("server.json"), as: UTF8.self)
            try served.folder.write(
              config.replacing(#""my-app": {"#, with: #""other": {"#), to: "server.json")
            kill(server.processIdentifier, SIGHUP)
            let end = ContinuousClock.now + .seconds(30)
            while try !log(of: served).contains(Self.reloaded), .now < end {
              Thread.sleep(forTimeInterval: 0.02)
            }
          })
      }
      #expect(length.withLock { $0 } == 24 << 20)
      #expect(try await log(of: served, has: #""field":"reports""#))
      #expect(try await log(of: served, has: Self.reloaded))
      #expect(try await server.get("/").head.fields["Location"] == "/console")
      let fields: TransportFields = ["Authorization": "Bearer \(Self.token)"]
      #expect(try await server.get("/console/state", fields).head.status == 200)
      // The new app is loaded without waiting for a change of the store, and the old one is gone.
      let isLoaded = try await eventually {
        try await server.get("/app/check?appName=other&iOS=1.0.0").document?["resCode"]?.integer
          == 0
      }
      #expect(isLoaded)
      let old = try await server.get("/app/check?appName=my-app&iOS=1.0.0")
      #expect(old.document?["resCode"]?.integer == 400)
      try await newToken(served, server)
      try await invalid(served, server)
    }
  }

  /// Another token ends the sessions.
  private func newToken(_ served: TestStore, _ server: ServerProcess) async throws {
    let response = try await server.send(.post, "/console", body: "token=\(Self.token)")
    let cookie = try #require(response.head.fields["Set-Cookie"]).prefix { $0 != ";" }
    let fields: TransportFields = ["Cookie": "\(cookie)"]
    #expect(try await server.get("/console/state", fields).head.status == 200)
    try served.folder.writeSecret("fedcba9876543210-token", to: "console-token")
    kill(server.processIdentifier, SIGHUP)
    #expect(
      try await eventually { try await server.get("/console/state", fields).head.status == 401 })
  }

  /// An invalid configuration changes nothing.
  private func invalid(_ served: TestStore, _ server: ServerProcess) async throws {
    try served.folder.write(#"{"root": "root.json", "downlods": "https://a/"}"#, to: "server.json")
    kill(server.processIdentifier, SIGHUP)
    #expect(try await log(of: served, has: "did you mean 'downloads'?"))
    let check = try await server.get("/app/check?appName=other&iOS=1.0.0")
    #expect(check.document?["resCode"]?.integer == 0)
    #expect(try await server.get("/").head.status == 302)
  }

  /// The fields that name a file with a secret, and their configuration or options.
  private static let secrets: [(config: String, options: [String])] = [
    (#""console": {"token": "secret"}"#, []), (#""metrics": {"token": "secret"}"#, []),
    (#""webhooks": [{"url": "secret", "format": "slack"}]"#, []),
    (#""webhooks": [{"url": "https://a/", "secret": "secret"}]"#, []),
    ("", ["--tls-certificate", "cert.pem", "--tls-key", "secret"]),
  ]

  @Test(
    "a secret that other users can read or replace is refused, wherever it is configured",
    .needs("openssl"))
  func exposedSecrets() async throws {
    let served = try await served()
    let folder = served.folder
    try await makeCertificate(in: folder)
    for (config, options) in Self.secrets {
      try folder.write(
        #"{"root": "root.json", "downloads": "https://a/", "reports": "r.sqlite", "#
          + #""apps": {"my-app": {"channel": "my-app/production"}}"#
          + (config.isEmpty ? "}" : ", \(config)}"), to: "server.json")
      for (mode, isAccepted) in [
        (0o600, true), (0o400, true), (0o604, false), (0o620, false), (0o602, false),
        (0o644, false),
      ] {
        let secret =
          options.isEmpty
          ? Array("https://example.org/0123456789\n".utf8) : try folder.read("key.pem")
        try folder.write(secret, to: "secret")
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: folder.path("secret"))
        let checked = try await check(served, options)
        #expect((checked.status == 0) == isAccepted, "\(config) \(mode): \(checked)")
        guard !isAccepted else { continue }
        #expect(checked.status == 65)
        #expect(checked.standardError.contains("hint: run `chmod 600 secret`"), "\(checked)")
      }
    }
  }

  @Test("root may own a secret, and its group may then read it")
  func secretsOfRoot() throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write("", to: "secret")
    let file = folder.path("secret")
    func exposure(_ mode: Int, owner: Int? = nil) throws -> SecretExposure? {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
      if let owner {
        try FileManager.default.setAttributes([.ownerAccountID: owner], ofItemAtPath: file)
      }
      return try FileStatus(of: file).exposure(allowsRoot: true)
    }
    let isRoot = getuid() == 0
    #expect(try exposure(0o640) == (isRoot ? nil : .openToOthers(permissions: 0o640)))
    for mode in [0o660, 0o641, 0o644] {
      #expect(try exposure(mode) == .openToOthers(permissions: UInt32(mode)))
    }
    guard isRoot else { return }
    #expect(try exposure(0o600, owner: 12345) == .otherOwner)
  }

  @Test("SIGHUP reads the certificate again, unless it is invalid", .needs("openssl"))
  func certificate() async throws {
    let served = try await served()
    try await makeCertificate(in: served.folder)
    let options = ["--tls-certificate", "cert.pem", "--tls-key", "key.pem"]
    try await ServerProcess.run(served, options, certificates: served.folder.path("cert.pem")) {
      server in
      func subject() async throws -> String {
        try await runTool(
          "sh",
          [
            "-c",
            "openssl s_client -connect 127.0.0.1:\(server.port) </dev/null 2>/dev/null | openssl x509 -noout -fingerprint",
          ]
        ).standardOutput
      }
      let first = try await subject()
      #expect(first.contains("="))
      try served.folder.write("nothing", to: "cert.pem")
      kill(server.processIdentifier, SIGHUP)
      #expect(try await log(of: served, has: "--tls-certificate: cannot use 'cert.pem' for TLS"))
      #expect(try await subject() == first)
      try await makeCertificate(in: served.folder)
      kill(server.processIdentifier, SIGHUP)
      #expect(try await eventually { try await subject() != first })
    }
  }
}
