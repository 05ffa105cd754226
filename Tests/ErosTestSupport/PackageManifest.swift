import Foundation

/// The output of `swift package dump-package` for this package.
public struct PackageManifest: Decodable, Sendable {
  /// A target.
  public struct Target: Decodable, Sendable {
    public let name: String
    public let type: String
    public let path: String?
    /// The names of targets and of products of other packages that the target itself lists.
    public let dependencies: [String]

    private enum CodingKeys: CodingKey { case name, type, path, dependencies }

    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      name = try values.decode(String.self, forKey: .name)
      type = try values.decode(String.self, forKey: .type)
      path = try values.decodeIfPresent(String.self, forKey: .path)
      dependencies = try values.decode([Dependency].self, forKey: .dependencies).map(\.name)
    }
  }

  /// A dependency: an object with one member, such as `{"byName": ["ErosCore", null]}`.
  private struct Dependency: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      let members = try decoder.singleValueContainer().decode([String: [Part]].self)
      guard case .text(let text)? = members.first?.value.first, members.count == 1 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "not a dependency"))
      }
      name = text
    }
  }

  /// A member of a dependency: only texts matter here.
  private enum Part: Decodable {
    case text(String)
    case other

    init(from decoder: any Decoder) throws {
      let value = try? decoder.singleValueContainer().decode(String.self)
      self = value.map { .text($0) } ?? .other
    }
  }

  /// A product.
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
      ], seconds: 120)
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

  /// The target with a name, and everything that it uses.
  public func closure(of name: String) -> Set<String> {
    var result: Set<String> = []
    var pending = [name]
    while let next = pending.popLast() {
      guard result.insert(next).inserted else { continue }
      pending += targets.first { $0.name == next }?.dependencies ?? []
    }
    return result
  }
}
