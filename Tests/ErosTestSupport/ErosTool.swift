import Foundation
import Testing

/// Runs the built `eros` in a test's folder.
public func eros(
  _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
) async throws -> ToolResult {
  try await runTool(
    Tool.built("eros"), arguments, in: folder.path("."),
    // Overrides settings of the machine that runs the tests.
    environment: ["SOURCE_DATE_EPOCH": "1700000000", "COLUMNS": "80"].merging(environment) { $1 })
}

extension ToolResult {
  /// Parses standard output as one JSON object.
  public func json() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(standardOutput.utf8))
    return try #require(object as? [String: Any])
  }
}

extension TemporaryFolder {
  /// Writes the configuration and built pages of a small app.
  public func writeApp(config: String = TemporaryFolder.config) throws {
    try write(config, to: "eros.native.json")
    for page in ["config/index.js", "mediator/index.js", "pages/home/index.js"] {
      try write("// page \(page)\n", to: "dist/" + page)
    }
    try write([0x89, 0x50, 0x4E, 0x47, 0xFF], to: "dist/assets/logo.png")
  }

  public static let config = """
    {
      "appName": "demo",
      "appBoard": "/config/index.js",
      "version": { "android": "1.0.0", "iOS": "1.0.0" },
      "page": { "homePage": "/pages/home/index.js", "mediatorPage": "/mediator/index.js" },
      "url": {
        "image": "https://images.example.com/", "bundleUpdate": "https://example.com/app/check",
        "jsServer": "http://192.0.2.1:8889", "socketServer": "ws://192.0.2.1:8890"
      },
      "ip": "192.0.2.1",
      "zipFolder": { "iOS": "/ios/Demo", "android": "/android/Demo/app/src/main/assets" },
      "getui": { "enabled": "true", "appId": "ID", "appKey": "KEY", "appSecret": "SECRET" }
    }
    """
}

extension String {
  /// Returns `true` if a line of the output is a finding with `code` whose text contains `text`.
  public func reports(_ code: String, _ text: String) -> Bool {
    split(whereSeparator: \.isNewline).contains {
      $0.contains(text) && $0.hasSuffix(" [\(code)]")
    }
  }
}
