import ErosCore
import ErosFiles
import ErosProcess
import ErosTransport
import ErosTrust
import SystemPackage

/// A configuration, with the contents of the files it names.
struct ConfiguredFiles: Sendable {
  /// In bytes.
  ///
  /// Tokens of the console and for records must be too long to guess.
  private static let minimumTokenLength = 16

  let config: ServerConfig
  let root: [UInt8]
  let records: LegacyRoutes.Records?
  /// `nil` if `/metrics` needs no token.
  let metricsToken: AccessToken?
  /// `nil` if there is no console.
  let consoleToken: AccessToken?
  let webhooks: [Webhook]

  /// Reads a configuration and its files, or returns `nil` and reports every problem.
  ///
  /// - Parameters:
  ///   - problems: Collects the problems, and has the path of the configuration.
  ///   - checksDatabase: If `true`, also checks the folder of the database. The server opens the
  ///     database later.
  init?(_ problems: inout ConfigProblems, checksDatabase: Bool = false) {
    let file = problems.file
    guard
      let bytes = problems.collect(
        "", { try readWholeFile(file, limit: ServerConfig.maximumLength) }),
      let config = ServerConfig(bytes, &problems)
    else { return nil }
    self.config = config
    let hasRoot = !problems.list.contains { $0.field == "root" }
    let root =
      hasRoot ? problems.collect("root") { try Self.root(config.root, besides: file) } : nil
    if checksDatabase, let reports = config.reports {
      _ = problems.collect("reports") { try Self.checkDatabase(reports, besides: file) }
    }
    records =
      problems.collect("add.token") {
        try config.records.map {
          try LegacyRoutes.Records(
            token: Self.token($0.token, of: "'add'", besides: file), jsPaths: $0.jsPaths)
        }
      } ?? nil
    metricsToken =
      problems.collect("metrics.token") {
        try config.metrics?.token.map { try AccessToken(ServerFiles.secret($0, besides: file)) }
      } ?? nil
    consoleToken =
      problems.collect("console.token") {
        try config.console.map {
          try AccessToken(Self.token($0.token, of: "the console", besides: file))
        }
      } ?? nil
    webhooks = config.webhooks.compactMap { Webhook($0, &problems) }
    guard let root, problems.list.isEmpty else { return nil }
    self.root = root
  }

  private static func root(_ name: String, besides file: String) throws -> [UInt8] {
    let root = try readWholeFile(
      ServerFiles.path(name, besides: file), limit: TrustLimits.standard.rootBytes)
    do { _ = try SignedMetadata<RootMetadata>(root, file: name) } catch {
      throw ServeError.badRoot(name, reason: error.problem)
    }
    return root
  }

  /// Checks that the database can be created or written.
  ///
  /// - Throws: ``ServeError/badConfig(_:reason:remedy:)`` if it cannot, or `FileError` if its
  ///   folder does not exist.
  private static func checkDatabase(_ name: String, besides file: String) throws {
    let path = FilePath(ServerFiles.path(name, besides: file))
    let parent = path.removingLastComponent().string
    let folder = try Folder(parent.isEmpty ? "." : parent)
    let isFolder = try FileStatus.ifExists(path.string)?.kind == .folder
    guard isFolder || !folder.isWritable else { return }
    let reason = isFolder ? "it is a folder" : "its folder cannot be written"
    throw ServeError.badConfig(
      file, reason: "the database '\(path.string.escapedForDisplay)' cannot be used: \(reason)")
  }

  private static func token(
    _ source: KeySource, of name: String, besides file: String
  ) throws -> [UInt8] {
    let token = try ServerFiles.secret(source, besides: file)
    guard token.count >= minimumTokenLength else {
      throw ServeError.badConfig(
        file, reason: "the token of \(name) has fewer than \(minimumTokenLength) bytes")
    }
    return token
  }
}

extension Webhook {
  /// Returns `nil` after a problem.
  fileprivate init?(_ settings: ServerConfig.Webhook, _ problems: inout ConfigProblems) {
    let file = problems.file
    let address = problems.collect("\(settings.name).url") {
      switch settings.address {
      case .url(let address): return address
      case .secret(let source):
        let bytes = try ServerFiles.secret(source, besides: file)
        // The URL is a secret, so the error must not contain it.
        guard let address = try? WebAddress(String(decoding: bytes, as: UTF8.self)) else {
          throw ServeError.badConfig(file, reason: "'\(source)' does not contain a URL")
        }
        return address
      }
    }
    let secret = problems.collect("\(settings.name).secret") {
      try settings.secret.map { try ServerFiles.secret($0, besides: file) }
    }
    guard let address, let secret else { return nil }
    self.init(
      name: settings.name, address: address, format: settings.format, secret: secret,
      kinds: settings.kinds)
  }
}
