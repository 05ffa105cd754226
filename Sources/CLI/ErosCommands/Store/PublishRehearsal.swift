import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosPublish
import ErosRehearsal
import ErosStore
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rehearsal of a bundle before it is published.
struct PublishRehearsal {
  let bundle: String
  let channel: ChannelName
  /// The project of the app, or `nil` if the current folder does not belong to it.
  let project: Project?
  let verifier: BundleVerifier
  let output: OutputOptions
  /// Whether the pages run if this system cannot take away their files and network.
  let allowsUnconfined: Bool

  /// The result of a rehearsal that does not prevent the publication.
  struct Outcome {
    /// The record for the release, or `nil` for a bundle without pages.
    var record: ReleaseRehearsal?
    var findings: [Finding] = []
  }

  /// Runs the pages of the bundle.
  ///
  /// Without the program or its engine, a note says that the bundle was not rehearsed.
  ///
  /// - Throws: ``RehearsalError/pagesFail(bundle:findings:)`` if a page does not start, and
  ///   `PublishError.otherApp` for a bundle of another app.
  func run() throws -> Outcome {
    let results: [Rehearsal.Result]
    do {
      results = try self.results()
    } catch let error as RehearsalError {
      if case .noPages = error { return Outcome() }
      output.note("not rehearsed: \(error)")
      return Outcome(record: .unavailable)
    } catch is UnsafeBundleError {
      // Publishing verifies the bundle, and reports all its findings.
      return Outcome()
    }
    let findings = results.findings
    output.log(findings.filter { $0.severity != .note })
    if let note = results.descriptionNote { output.note(note) }
    if let warning = results.confinementWarning { output.warn(warning) }
    guard !findings.hasErrors else {
      throw RehearsalError.pagesFail(bundle: bundle, findings: findings)
    }
    return Outcome(
      record: ReleaseRehearsal(
        engine: results.engine, pages: results.pageCount, unjudged: results.unjudgedPageCount),
      findings: findings)
  }

  private func results() throws -> [Rehearsal.Result] {
    // A missing bundle is an error, also where no program can run its pages.
    _ = try ReadableFile(bundle)
    let environment = ProcessInfo.processInfo.environment
    let program = try RehearsalProgram.find(
      searchPath: environment["PATH"], allowsUnconfined: allowsUnconfined)
    let pages = try RehearsalProject(project)
    return try ProgressBar.showRehearsal(output) { progress in
      let source = try pages.source(at: bundle, by: verifier)
      // The findings about a bundle of another app would be misleading.
      let expected = try project?.config.appName ?? channel.app
      if let app = source.appName, app != expected {
        throw PublishError.otherApp(bundle: bundle, app: app, channel: channel)
      }
      return try pages.rehearse(
        source, with: program, threads: Parallel.processorCount, progress: progress)
    }
  }
}
