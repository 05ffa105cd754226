import ErosCore
import Logging
import Synchronization

/// Reads configuration, tokens and certificate again while a server runs.
///
/// Nothing changes unless all of them are valid. Connections stay open.
final class Reloader: Sendable {
  private let file: String
  private let parts: ServerParts
  private let routes: RouteTable
  private let poller: StorePoller
  private let certificate: ServerCertificate?
  private let logger: Logger
  private let current: Mutex<ConfiguredFiles>

  init(
    _ files: ConfiguredFiles, from file: String, _ parts: ServerParts, _ routes: RouteTable,
    _ poller: StorePoller, _ certificate: ServerCertificate?, logger: Logger
  ) {
    current = Mutex(files)
    self.file = file
    self.parts = parts
    self.routes = routes
    self.poller = poller
    self.certificate = certificate
    self.logger = logger
  }

  func reload() {
    var problems = ConfigProblems(file)
    let files = ConfiguredFiles(&problems)
    let renewal = certificate.flatMap { certificate in
      problems.collect("--tls-certificate") { try certificate.renewal() }
    }
    let newRoutes = files.flatMap { files in
      problems.list.isEmpty ? problems.collect("") { try parts.routes(of: files) } : nil
    }
    guard let files, let newRoutes, problems.list.isEmpty else { return report(problems) }
    routes.replace(newRoutes)
    renewal?()
    parts.replaceWebhooks(files)
    poller.replace(files.config)
    let earlier = current.withLock { current in
      defer { current = files }
      return current
    }
    for field in files.fixedFields(changedFrom: earlier) {
      logger.warning(
        "a change needs a restart and is ignored", metadata: ["field": "\(field)"])
    }
    logger.notice(
      "reloaded the configuration",
      metadata: [
        "config": "\(file)", "apps": .stringConvertible(files.config.apps.count),
        "webhooks": .stringConvertible(files.webhooks.count),
      ])
  }

  private func report(_ problems: ConfigProblems) {
    for problem in problems.list {
      var fields: Logger.Metadata = ["problem": "\(problem.text)"]
      if let remedy = problem.error.remedy { fields["hint"] = "\(remedy)" }
      logger.error("cannot reload the configuration; the earlier one stays", metadata: fields)
    }
  }
}

extension ConfiguredFiles {
  /// Returns the changed fields that need a restart.
  fileprivate func fixedFields(changedFrom earlier: ConfiguredFiles) -> [String] {
    var fields: [String] = []
    // After the first read, the chain of root metadata in the store counts instead of this file.
    if root != earlier.root { fields.append("root") }
    if config.reports != earlier.config.reports { fields.append("reports") }
    return fields
  }
}
