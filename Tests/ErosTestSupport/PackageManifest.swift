import Foundation

/// The output of `swift package dump-package` for this package.
public struct PackageManifest: Decodable, Sendable {
  public struct Target: Decodable, Sendable {
    public let name: String
    public let type: String
    public let path: String?
    /// The targets and the products of other packages that the target itself lists.
    public let dependencies: [Dependency]
  }

  /// A dependency: an object with one member, such as `{"byName": ["ErosCore", null]}`.
  public struct Dependency: Decodable, Sendable {
    public let name: String
    /// The platforms that need the dependency, or `nil` if all do.
    public let platforms: [String]?

    public init(from decoder: any Decoder) throws {
      let members = try decoder.singleValueContainer().decode([String: [Part]].self)
      guard let parts = members.first?.value, case .text(let text)? = parts.first,
        members.count == 1
      else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "not a dependency"))
      }
      name = text
      platforms = parts.lazy.compactMap(\.platforms).first
    }
  }

  /// A member of a dependency: texts, and the platforms of a condition.
  private enum Part: Decodable {
    case text(String)
    case condition(platforms: [String])
    case other

    private enum CodingKeys: CodingKey { case platformNames }

    init(from decoder: any Decoder) throws {
      if let text = try? decoder.singleValueContainer().decode(String.self) {
        self = .text(text)
      } else if let values = try? decoder.container(keyedBy: CodingKeys.self),
        let platforms = try? values.decode([String].self, forKey: .platformNames),
        !platforms.isEmpty
      {
        self = .condition(platforms: platforms)
      } else {
        self = .other
      }
    }

    var platforms: [String]? {
      if case .condition(let platforms) = self { platforms } else { nil }
    }
  }

  public struct Product: Decodable, Sendable {
    public let name: String
    public let targets: [String]
  }

  public let products: [Product]
  public let targets: [Target]

  /// Reads the manifest of this package.
  ///
  /// Each call runs SwiftPM, for about a second.
  public static func load(scratch: String) async throws -> PackageManifest {
    let result = try await runTool(
      "swift",
      [
        "package", "--package-path", Tool.packageRoot.path(percentEncoded: false),
        "--scratch-path", scratch, "dump-package",
      ],
      // The tests of CI are built with it.
      environment: ["EROS_SWIFT_CRYPTO": ""], seconds: 120)
    guard result.status == 0 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: result.standardError))
    }
    return try JSONDecoder().decode(Self.self, from: Data(result.standardOutput.utf8))
  }

  /// The targets of the programs and modules, without tests and what they share.
  public var modules: [Target] {
    targets.filter {
      $0.type != "test" && $0.type != "system" && !$0.name.hasSuffix("TestSupport")
    }
  }

  /// Returns the target `name` and everything it uses on a platform such as `ios`.
  public func closure(of name: String, on platform: String = "linux") -> Set<String> {
    var result: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard result.insert(next).inserted else { continue }
      let dependencies = targets.first { $0.name == next }?.dependencies ?? []
      pending += dependencies.filter { $0.platforms?.contains(platform) ?? true }.map(\.name)
    }
    return result
  }
}
