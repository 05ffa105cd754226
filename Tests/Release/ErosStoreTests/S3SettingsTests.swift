import ErosCore
import ErosFiles
import ErosHTTP
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosStore

@Suite("Settings of AWS tools", .phase(.servers), .temporaryFolder)
struct S3SettingsTests {
  /// Returns the environment with profile files in the home folder.
  private func environment(
    credentials: String? = nil, config: String? = nil, _ others: [String: String] = [:]
  ) throws -> [String: String] {
    let folder = try TemporaryFolder.ofTest()
    if let credentials { try folder.write(credentials, to: ".aws/credentials") }
    if let config { try folder.write(config, to: ".aws/config") }
    return others.merging(["HOME": folder.path]) { $1 }
  }

  private func credentials(
    _ environment: [String: String], profile: String? = nil, container: Bool = false
  ) async throws -> AWSCredentials {
    var options = AWSSettings.Options()
    options.profile = profile
    options.usesContainerEndpoint = container
    let settings = try AWSSettings(options, environment: environment)
    return try await HTTPTransport.with { try await settings.credentials(over: $0) }
  }

  private func fault(
    _ environment: [String: String], profile: String? = nil, container: Bool = false
  ) async throws -> AWSFailure? {
    let error = try await #require(throws: StoreError.self) {
      try await credentials(environment, profile: profile, container: container)
    }
    let message = "\(error.problem) \(error.remedy ?? "")"
    #expect(!message.replacing("AWS_SECRET_ACCESS_KEY", with: "").contains("SECRET"))
    guard case .aws(let fault) = error else { return nil }
    return fault
  }

  private static let keys = [
    "AWS_ACCESS_KEY_ID": "AKENV", "AWS_SECRET_ACCESS_KEY": "SECRET-ENV",
  ]
  private static let files = """
    # comment
    [default]
    aws_access_key_id = AKDEFAULT
    AWS_Secret_Access_Key=SECRET/default+==

    ; comment
    [ release ]
    aws_access_key_id = AKRELEASE
    aws_secret_access_key = SECRET-release
    aws_session_token = SECRET-token
    [role]
    aws_access_key_id = AKROLE
    aws_secret_access_key = SECRET-role
    """

  @Test("credentials come from the environment, then from the profile")
  func order() async throws {
    let environment = try environment(credentials: Self.files, Self.keys)
    let expected = AWSCredentials(accessKeyID: "AKENV", secretAccessKey: "SECRET-ENV")
    #expect(try await credentials(environment) == expected)
    let release = AWSCredentials(
      accessKeyID: "AKRELEASE", secretAccessKey: "SECRET-release", sessionToken: "SECRET-token")
    // As in AWS tools, only an option precedes the keys in the environment.
    #expect(try await credentials(environment, profile: "release") == release)
    var variables = environment
    variables["AWS_PROFILE"] = "release"
    #expect(try await credentials(variables) == expected)
    for name in Self.keys.keys { variables[name] = "" }
    #expect(try await credentials(variables) == release)
    variables["AWS_PROFILE"] = nil
    #expect(
      try await credentials(variables)
        == AWSCredentials(accessKeyID: "AKDEFAULT", secretAccessKey: "SECRET/default+=="))
  }

  @Test("region and endpoint come from an option, the environment, the profile")
  func region() throws {
    let config = """
      [profile ci]
      region = eu-central-1
      endpoint_url = https://ci.example.org
      s3 =
        addressing_style = path
      """
    var environment = try environment(config: config)
    var options = AWSSettings.Options()
    func settings() throws -> [String?] {
      let settings = try AWSSettings(options, environment: environment)
      return [settings.region, settings.endpoint?.text]
    }
    #expect(try settings() == ["us-east-1", nil])
    environment["AWS_PROFILE"] = "ci"
    #expect(try settings() == ["eu-central-1", "https://ci.example.org/"])
    environment["AWS_DEFAULT_REGION"] = "a-1"
    environment["AWS_ENDPOINT_URL"] = "http://one"
    #expect(try settings() == ["a-1", "http://one/"])
    environment["AWS_REGION"] = "b-1"
    environment["AWS_ENDPOINT_URL_S3"] = "http://two"
    #expect(try settings() == ["b-1", "http://two/"])
    options.region = "c-1"
    options.endpoint = "http://three"
    #expect(try settings() == ["c-1", "http://three/"])
    options.region = "c/1"
    #expect(throws: StoreError.aws(.invalidRegion("c/1"))) { try settings() }
    options.region = nil
    options.endpoint = "three"
    #expect(throws: TransportError.self) { try settings() }
  }

  @Test("missing and incomplete credentials are reported with their source")
  func missing() async throws {
    let none = try await fault(environment())
    #expect(none == .noCredentials(profile: "default", hasContainerEndpoint: false))
    #expect(StoreError.aws(try #require(none)).exitStatus == .inputNotFound)
    #expect(try await fault([:]) == none)
    #expect(
      try await fault(["AWS_ACCESS_KEY_ID": "AK"])
        == .incompleteCredentials(source: "the environment", missing: "AWS_SECRET_ACCESS_KEY"))
    #expect(
      try await fault(["AWS_SECRET_ACCESS_KEY": "SECRET"])
        == .incompleteCredentials(source: "the environment", missing: "AWS_ACCESS_KEY_ID"))
    #expect(
      try await fault(
        ["AWS_ACCESS_KEY_ID": "AK", "AWS_SECRET_ACCESS_KEY": "SECRET\nSECRET"])
        == .malformedCredentials(source: "the environment"))
    #expect(try await fault(environment(), profile: "x") == .unknownProfile("x"))
    #expect(
      try await fault(["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:1/"])
        == .noCredentials(profile: "default", hasContainerEndpoint: true))
  }

  @Test(
    "a profile whose credentials come from elsewhere is refused",
    arguments: [
      ("role_arn = arn:aws:iam::1:role/x\nsource_profile = default", "role_arn"),
      ("sso_session = x\nsso_account_id = 1", "sso_session"),
      ("sso_start_url = https://x", "sso_start_url"),
      ("credential_process = /bin/echo SECRET", "credential_process"),
    ])
  func unsupported(settings: String, name: String) async throws {
    let environment = try environment(
      credentials: Self.files, config: "[profile ci]\n\(settings)\n[profile role]\n\(settings)\n")
    let fault = try await fault(environment, profile: "ci")
    #expect(fault == .unsupportedProfile("ci", setting: name))
    #expect(
      StoreError.aws(try #require(fault)).remedy?.contains("aws configure export-credentials")
        == true)
    // Static keys are used, except those that may only assume a role.
    if name == "role_arn" {
      #expect(
        try await self.fault(environment, profile: "role")
          == .unsupportedProfile("role", setting: name))
    } else {
      #expect(try await credentials(environment, profile: "role").accessKeyID == "AKROLE")
    }
  }

  @Test(
    "malformed files are reported with their line, and without its text",
    arguments: [
      ("[a]\nSECRET\n", 2, AWSFailure.Line.noEqualsSign), ("x = SECRET\n", 1, .noSection),
      ("[a]\n\n[b\n", 3, .section), ("[a]\n[b]\n[a]\n", 3, .duplicateSection),
      ("[a]\nx=1\nX=SECRET\n", 3, .duplicateSetting), ("[a]\n= SECRET\n", 2, .noEqualsSign),
      ("[a] SECRET\n", 1, .section), ("[]\n", 1, .section),
      ("[a]\nx = S\u{7F}\n", 2, .noEqualsSign),
    ])
  func malformed(text: String, line: Int, fault: AWSFailure.Line) async throws {
    let environment = try environment(credentials: text)
    let path = try TemporaryFolder.ofTest().path(".aws/credentials")
    #expect(try await self.fault(environment) == .malformedFile(path, line: line, fault))
  }

  @Test("a settings file that is not text, or not readable, is an error")
  func unreadable() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write([UInt8(ascii: "["), 0xFF], to: "bytes")
    let path = folder.path("bytes")
    #expect(
      try await fault(["AWS_SHARED_CREDENTIALS_FILE": path])
        == .malformedFile(path, line: 1, .notUTF8))
    let error = await #expect(throws: FileError.self) {
      try await credentials(["AWS_CONFIG_FILE": folder.path])
    }
    #expect(error?.exitStatus == .inputNotFound)
    // CR LF and a byte-order mark are accepted.
    try folder.write(
      "\u{FEFF}[default]\r\naws_access_key_id = A\r\naws_secret_access_key = S\r\n", to: "windows")
    #expect(
      try await credentials(["AWS_SHARED_CREDENTIALS_FILE": folder.path("windows")])
        == AWSCredentials(accessKeyID: "A", secretAccessKey: "S"))
  }

  @Test("the endpoint of a container is asked only on request", .needs("python3"))
  func container() async throws {
    let folder = try TemporaryFolder.ofTest()
    try folder.write(
      #"{"AccessKeyId": "AKTEMP", "SecretAccessKey": "SECRET", "Token": "T", "Expiration": "x"}"#,
      to: "good")
    try folder.write(#"{"SecretAccessKey": "SECRET", "x"}"#, to: "bad")
    try folder.write(
      #"{"AccessKeyId": "AKTEMP", "SecretAccessKey": "SECRET", "Token": 7}"#, to: "number")
    try folder.write(
      #"{"AccessKeyId": "AK", "SecretAccessKey": "SECRET", "Token": null}"#, to: "permanent")
    try await ToolServer.run(
      "python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], in: folder.path
    ) { server in
      let port = try #require(server.firstLine.firstMatch(of: /port (\d+)/)).1
      func variables(_ file: String) -> [String: String] {
        ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://127.0.0.1:\(port)/\(file)"]
      }
      #expect(
        try await credentials(variables("good"), container: true)
          == AWSCredentials(accessKeyID: "AKTEMP", secretAccessKey: "SECRET", sessionToken: "T"))
      #expect(
        try await fault(variables("good"))
          == .noCredentials(profile: "default", hasContainerEndpoint: true))
      #expect(
        try await credentials(variables("permanent"), container: true)
          == AWSCredentials(accessKeyID: "AK", secretAccessKey: "SECRET"))
      for file in ["bad", "number"] {
        #expect(
          try await fault(variables(file), container: true)
            == .malformedCredentials(source: "the container's endpoint"))
      }
      await #expect(throws: TransportError.self) {
        try await credentials(variables("missing"), container: true)
      }
    }
    #expect(
      try await fault(
        ["AWS_CONTAINER_CREDENTIALS_FULL_URI": "http://example.org/x"], container: true)
        == .insecureContainerEndpoint("http://example.org"))
    #expect(try await fault([:], container: true) == .noContainerEndpoint)
  }

  @Test("credentials are printed without their secrets")
  func printing() {
    let credentials = AWSCredentials(
      accessKeyID: "AKID", secretAccessKey: "SECRET", sessionToken: "SECRET")
    var dumped = ""
    dump(credentials, to: &dumped)
    let text = "\(credentials) \(String(reflecting: credentials)) \([credentials]) \(dumped)"
    #expect(!text.contains("SECRET") && text.contains("AKID"))
  }
}
