import ErosCore
import ErosFiles
import ErosReleaseTestSupport
import ErosServe
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

/// `Tests/Slow/run console-test` tests the page in a browser.
@Suite("The console", .phase(.ownServer), .temporaryFolder)
struct ConsoleTests {
  private static let token = "0123456789abcdef-token"

  private func served(token: String = token) async throws -> TestStore {
    let served = try await TestStore.served()
    try await served.publishLegacy(1)
    try served.folder.writeSecret(token + "\n", to: "console-token")
    try served.configure(#""reports": "reports.sqlite", "console": {"token": "console-token"}"#)
    return served
  }

  @Test("a session starts only with the token, and a changed cookie is refused")
  func session() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      let form = try await server.get("/console")
      let policy = try #require(form.head.fields["Content-Security-Policy"])
      #expect(policy.hasPrefix("default-src 'none';"))
      #expect(!policy.contains("unsafe"))
      #expect(String(decoding: form.body, as: UTF8.self).contains("type=\"password\""))
      for body in ["token=wrong", "", "token=", "token=\(Self.token)x"] {
        let refused = try await server.send(.post, "/console", body: body)
        #expect(refused.head.status == 403)
        #expect(refused.head.fields["Set-Cookie"] == nil)
      }
      let log = String(decoding: try served.folder.read("server.log"), as: UTF8.self)
      #expect(log.split(separator: "\n").filter { $0.contains("refused a token") }.count == 4)
      #expect(!log.contains("\(Self.token)x"))
      let response = try await server.send(.post, "/console", body: "token=\(Self.token)")
      #expect(response.head.status == 303)
      #expect(response.head.fields["Location"] == "/console")
      let cookie = try #require(response.head.fields["Set-Cookie"])
      #expect(cookie.hasSuffix("; Path=/console; Max-Age=43200; HttpOnly; SameSite=Strict"))
      #expect(!cookie.contains(Self.token))
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await server.get("/console/state", ["Cookie": "a=b; \(pair)"]).head.status == 200)
      let (expiry, id, code) = try Self.parts(of: pair)
      let last = code.hasSuffix("0") ? "1" : "0"
      for value in [
        "\(expiry + 1).\(id).\(code)", "\(expiry).\(id).\(code.dropLast())\(last)",
        "\(expiry).\(id)x.\(code)", "\(expiry).\(code)", "\(expiry)", "",
      ] {
        let fields: TransportFields = ["Cookie": "eros-console=\(value)"]
        for path in ["/console/state", "/console/events"] {
          #expect(try await server.get(path, fields).head.status == 401, "\(value)")
        }
      }
      for path in ["/console?token=\(Self.token)", "/console/state?token=\(Self.token)"] {
        let response = try await server.get(path)
        #expect(!String(decoding: response.body, as: UTF8.self).contains("id=\"releases\""))
      }
    }
  }

  @Test("the pages are in the language that the browser prefers")
  func languages() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      let bearer: TransportFields = ["Authorization": "Bearer \(Self.token)"]
      for (accepted, language, signIn, signOut) in [
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-CN", ">登录<", ">退出登录<"),
        ("en-US,zh;q=0.5", "en", ">Sign in<", ">Sign out<"), ("", "en", ">Sign in<", ">Sign out<"),
      ] {
        let form = try await server.get("/console", ["Accept-Language": accepted])
        let text = String(decoding: form.body, as: UTF8.self)
        #expect(
          text.contains("<html lang=\"\(language)\">") && text.contains(signIn), "\(accepted)")
        #expect(form.head.fields["Content-Language"] == language)
        #expect(form.head.fields["Vary"] == "Accept-Language")
        var fields = bearer
        fields["Accept-Language"] = accepted
        let console = try await server.get("/console", fields)
        #expect(String(decoding: console.body, as: UTF8.self).contains(signOut), "\(accepted)")
      }
      let refused = try await server.send(
        .post, "/console", ["Accept-Language": "zh"], body: "token=wrong")
      #expect(String(decoding: refused.body, as: UTF8.self).contains("令牌不正确。"))
    }
  }

  private static func parts(of cookie: String) throws -> (expiry: Int64, id: String, code: String) {
    let parts = cookie.drop { $0 != "=" }.dropFirst().split(separator: ".").map(String.init)
    try #require(parts.count == 3)
    return (try #require(Int64(parts[0])), parts[1], parts[2])
  }

  @Test("the document has the releases and the roles, for the token in the header")
  func document() async throws {
    let served = try await served()
    try await ServerProcess.run(served, ["--brake-minimum", "50"]) { server in
      let response = try await server.get(
        "/console/state", ["Authorization": "Bearer \(Self.token)"])
      // A release fails by the rule of the server, although the server brakes none.
      let rule = try #require(response.document?["brake"]?.object)
      #expect(rule["isEnabled"]?.bool == false && rule["minimumTrials"]?.integer == 50)
      let channel = try #require(response.document?["channels"]?.array?.first?.value.object)
      #expect(channel["name"]?.string == "my-app/production")
      let release = try #require(channel["releases"]?.array?.first?.value.object)
      #expect(release["number"]?.integer == 1)
      #expect(release["rollout"]?.string == "100%")
      let roles = try #require(response.document?["roles"]?.array)
      let days = roles.compactMap { role -> String? in
        guard let role = role.value.object, let expires = role["expires"]?.integer,
          let warns = role["warns"]?.integer
        else { return nil }
        return "\(role["role"]?.string ?? "") \((expires - warns) / 86_400_000)"
      }
      #expect(
        days.sorted() == [
          "my-app-production 30", "root 60", "snapshot 2", "targets 60", "timestamp 2",
        ])
      #expect(response.document?["hasReports"]?.bool == true)
      #expect(release["legacy"]?.bool == true)
      let location = try #require(response.document?["store"]?.string)
      #expect(location.hasPrefix("/") && location.hasSuffix("/store"))
    }
  }

  @Test("signing out ends the session and its stream of events")
  func signOut() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      let response = try await server.send(.post, "/console", body: "token=\(Self.token)")
      let cookie = try #require(response.head.fields["Set-Cookie"]).prefix { $0 != ";" }
      let fields: TransportFields = ["Cookie": "\(cookie)"]
      let (parts, part) = AsyncStream.makeStream(of: [UInt8].self)
      let request = TransportRequest(
        .get, try WebAddress(server.url + "/console/events"), fields: fields,
        deadline: .now + .seconds(30))
      async let end: Void = {
        defer { part.finish() }
        try await server.transport.download(
          request, limit: 1 << 22,
          into: { bytes in
            var chunk: [UInt8] = []
            chunk.append(bytes)
            part.yield(chunk)
          })
      }()
      var events = ""
      var start: ContinuousClock.Instant?
      for await bytes in parts {
        events += String(decoding: bytes, as: UTF8.self)
        guard start == nil, events.contains("event: checks\n") else { continue }
        start = ContinuousClock.now
        #expect(try await server.send(.post, "/console/sign-out", fields).head.status == 303)
      }
      try await end
      let started = try #require(start)
      #expect(ContinuousClock.now - started < .seconds(10))
      #expect(events.contains("event: state\ndata: {"))
      #expect(events.contains("event: checks\ndata: ["))
      #expect(try await server.get("/console/state", fields).head.status == 401)
      #expect(try await server.get("/console/events", fields).head.status == 401)
    }
  }

  @Test("the end of a session is not that of another one that started in the same second")
  func sessionsOfASecond() async throws {
    let served = try await served()
    try await ServerProcess.run(served) { server in
      // Of a few sessions, several start in the same second.
      var cookies: [String] = []
      for _ in 0..<8 {
        let response = try await server.send(.post, "/console", body: "token=\(Self.token)")
        let cookie = try #require(response.head.fields["Set-Cookie"])
        cookies.append(String(cookie.prefix { $0 != ";" }))
      }
      #expect(Set(cookies).count == cookies.count)
      let ended = cookies.removeFirst()
      _ = try await server.send(.post, "/console/sign-out", ["Cookie": ended])
      #expect(try await server.get("/console/state", ["Cookie": ended]).head.status == 401)
      for cookie in cookies {
        #expect(try await server.get("/console/state", ["Cookie": cookie]).head.status == 200)
      }
    }
  }

  @Test("the data are JSON and events for browsers, too, and commands have the configured store")
  func types() async throws {
    let served = try await served()
    try served.configure(#""console": {"token": "console-token", "store": "s3://releases/a"}"#)
    try await ServerProcess.run(served) { server in
      let fields: TransportFields = ["Authorization": "Bearer \(Self.token)"]
      let state = try await server.get("/console/state", fields)
      #expect(state.document?["store"]?.string == "s3://releases/a")
      #expect(state.head.fields["X-Content-Type-Options"] == "nosniff")
      let head = try await server.send(.head, "/console/events", fields)
      #expect(head.head.fields["Content-Type"]?.hasPrefix("text/event-stream") == true)
    }
  }

  @Test("a short token is an error")
  func shortToken() async throws {
    let served = try await served(token: "0123456789abcde")
    let result = try await runTool(
      Tool.built("eros-server"), ["--store", "store", "--config", "server.json"],
      in: served.folder.path)
    #expect(result.status == 65)
    #expect(result.standardError.contains("fewer than 16 bytes"))
  }
}
