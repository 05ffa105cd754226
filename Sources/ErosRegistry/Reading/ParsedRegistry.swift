public import ErosConfig
import ErosCore

/// A description of native capabilities, and everything that is wrong or odd in it.
public struct ParsedRegistry: Sendable {
  /// What was read, or `nil` when the text is no configuration at all.
  public let registry: Registry?

  /// In the order of the text.
  public let findings: [RegistryFinding]

  /// What the presets bring along that the description names.
  package let presets: [Preset]

  /// The description as it was read, and how it is named.
  package let file: String
  package let text: [UInt8]

  /// Whether tables may be generated.
  public var isUsable: Bool {
    registry != nil && !findings.contains { $0.severity == .error }
  }

  /// Reads the registry of a project.
  ///
  /// A malformed configuration is reported as a finding.
  ///
  /// - Throws: `ErosError` when an encrypted configuration cannot be decrypted.
  public static func read(_ project: Project) throws -> ParsedRegistry {
    try read(file: project.configPath, source: project.configPathInProject) { try project.config }
  }

  /// Reads the registry of a configuration in any of its forms.
  ///
  /// A malformed configuration is reported as a finding.
  ///
  /// - Parameters:
  ///   - bytes: The configuration.
  ///   - file: The file name in findings.
  ///   - source: The configuration's path relative to the output folder, so that no output replaces
  ///     it.
  /// - Returns: The registry with its findings.
  /// - Throws: `ErosError` when an encrypted configuration cannot be decrypted.
  public static func read(
    _ bytes: [UInt8], file: String, source: String? = nil
  ) throws -> ParsedRegistry {
    try read(file: file, source: source) { try NativeConfig.read(bytes, file: file) }
  }

  private static func read(
    file: String, source: String?, _ config: () throws -> NativeConfig
  ) throws -> ParsedRegistry {
    do {
      return try read(config(), source: source)
    } catch let error as JSONError {
      return ParsedRegistry(
        registry: nil, findings: [RegistryFinding(error)], presets: [], file: file, text: [])
    } catch let error as ConfigError {
      return ParsedRegistry(
        registry: nil, findings: [RegistryFinding(error)], presets: [], file: file, text: [])
    }
  }

  /// Reads the registry of a parsed configuration.
  package static func read(
    _ config: NativeConfig, source: String? = nil
  ) throws -> ParsedRegistry {
    let log = FindingLog(config: config)
    if config.form == .encrypted {
      log.add(
        .deviceCopy, at: config.rootRange.lowerBound,
        "this is the copy that apps ship, with a developer's addresses in it",
        "generate from the file that people edit")
    }
    var reader = RegistryParser(config: config, log: log)
    let registry = reader.read()
    let presets = try Preset.load(registry.settings.presets)
    RegistryChecker(registry: registry, presets: presets, log: log, source: source).run()
    return ParsedRegistry(
      registry: registry, findings: log.findings(), presets: presets, file: config.file,
      text: config.text)
  }
}

extension RegistryFinding {
  fileprivate init<Kind>(_ error: TextError<Kind>, rule: RegistryRule) {
    self.init(
      rule: rule, file: error.file, position: error.position, pointer: "",
      message: error.kind.description, remedy: error.remedy)
  }

  fileprivate init(_ error: JSONError) {
    let rule: RegistryRule =
      switch error.kind {
      case .duplicateKey: .duplicateKey
      case .tooDeep, .tooLong, .tooManyValues: .tooLarge
      default: .notReadable
      }
    self.init(error, rule: rule)
  }

  fileprivate init(_ error: ConfigError) { self.init(error, rule: .malformed) }
}
