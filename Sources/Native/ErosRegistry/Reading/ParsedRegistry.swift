public import ErosConfig
public import ErosCore

/// A description of native capabilities, with everything that was found in it.
public struct ParsedRegistry: Sendable {
  /// The registry, or `nil` if the text is not a configuration.
  public let registry: Registry?

  /// The findings, in source order.
  public let findings: [Finding]

  /// The presets in the description, those its host implies, and those of every host.
  package let presets: [Preset]

  /// The description's file name and text.
  package let file: String
  package let text: [UInt8]

  /// `true` if the description has no errors, so that you can generate code.
  public var isUsable: Bool {
    registry != nil && !findings.hasErrors
  }

  /// The host of the project.
  public var host: NativeHost { registry?.settings.host ?? .weex }

  /// Reads a project's registry.
  ///
  /// A malformed configuration becomes a finding.
  ///
  /// - Throws: `ErosError` if an encrypted configuration cannot be decrypted.
  public static func read(_ project: Project) throws -> ParsedRegistry {
    try read(file: project.configPath, source: project.configPathInProject) { try project.config }
  }

  /// Reads a configuration in any of its forms, and checks its declarations.
  ///
  /// An error in the text is a finding.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - file: The file name in findings.
  ///   - source: The file's path in the project. Outputs must not overwrite it.
  /// - Returns: The description with its findings.
  /// - Throws: `ErosError` if an encrypted configuration cannot be decrypted.
  public static func read(
    _ bytes: [UInt8], file: String, source: String? = nil
  ) throws -> ParsedRegistry {
    try read(file: file, source: source) { try NativeConfig.read(bytes, file: file) }
  }

  /// Returns the description with more presets.
  ///
  /// - Throws: `JSONError` or ``RegistryError`` if an embedded preset is malformed. Tests verify
  ///   that none is.
  package func adding(_ names: [PresetName]) throws -> ParsedRegistry {
    ParsedRegistry(
      registry: registry, findings: findings,
      presets: try Preset.load(names + presets.map(\.name)), file: file, text: text)
  }

  private static func read(
    file: String, source: String?, _ config: () throws -> NativeConfig
  ) throws -> ParsedRegistry {
    do {
      return try read(config(), source: source)
    } catch let error as JSONError {
      return ParsedRegistry(
        registry: nil, findings: [Finding(error)], presets: [], file: file, text: [])
    } catch let error as ConfigError {
      return ParsedRegistry(
        registry: nil, findings: [Finding(error)], presets: [], file: file, text: [])
    }
  }

  package static func read(
    _ config: NativeConfig, source: String? = nil
  ) throws -> ParsedRegistry {
    let log = FindingLog(config: config)
    if config.form == .encrypted {
      log.add(
        .deviceCopy, at: config.rootRange.lowerBound,
        "this is the encrypted copy that apps ship",
        "generate from the original file")
    }
    var reader = RegistryParser(config: config, log: log)
    let registry = reader.read()
    let ofHost: [PresetName] = registry.settings.host == .uniApp ? [.uniApp] : []
    let presets = try Preset.load(registry.settings.presets + ofHost)
    RegistryChecker(registry: registry, presets: presets, log: log, source: source).run()
    return ParsedRegistry(
      registry: registry, findings: log.findings(), presets: presets, file: config.file,
      text: config.text)
  }
}

extension Finding {
  fileprivate init<Kind>(_ error: TextError<Kind>, rule: RegistryRule) {
    self.init(
      rule, file: error.file, at: error.position, subject: "", error.kind.clause,
      remedy: error.remedy)
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
