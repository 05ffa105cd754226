import ArgumentParser
import ErosCommandLine
import ErosCore
import ErosFiles
import ErosStore
import ErosTransport

extension ServerCommand {
  /// Checks the configuration, its files and the options, and prints all problems.
  ///
  /// It does not listen or open the database. From a folder store, it reads only the first root
  /// metadata. Other stores may be out of reach now, so they are not read.
  ///
  /// - Throws: `ExitCode` for the first problem.
  func check() async throws {
    var problems = ConfigProblems(config)
    let files = ConfiguredFiles(&problems, checksDatabase: true)
    _ = problems.collect("--tls-certificate") { try options.certificate() }
    _ = problems.collect("--listen") { try ConnectionOptions.hostAndPort(listen) }
    let location =
      problems.collect("--store") { try store.map { try StoreLocation($0) } } ?? nil
    if case .folder(let path)? = location { await check(path, files?.root, &problems) }
    let url = problems.collect("--redirect") { try redirect.map { try WebAddress($0) } }
    if let location, case .bucket = location, case .some(nil) = url {
      problems.add("--redirect", ServeError.noFiles("\(location)"))
    }
    _ = problems.collect("--brake-key") { try brake.keys() }
    if let files, brake.isEnabled, files.config.reports == nil {
      problems.add("--brake-key", ServeError.badConfig(config, reason: "'reports' is missing"))
    }
    guard let first = problems.list.first else {
      return try StandardStream.output.write(text: "\(config.escapedForDisplay): valid\n")
    }
    let text = problems.list.map { ErrorText.lines($0.text, $0.error.remedy?.description) }.joined()
    try StandardStream.error.write(text: text)
    throw ExitCode(first.error.exitStatus.rawValue)
  }

  /// `root` is `nil` if the configuration has other problems.
  private func check(_ path: String, _ root: [UInt8]?, _ problems: inout ConfigProblems) async {
    do {
      let mistake = try await ServeError.mistake(in: FollowedFolder(path), root: root)
      if let mistake { problems.add("--store", mistake) }
    } catch {
      problems.add("--store", error)
    }
  }
}
