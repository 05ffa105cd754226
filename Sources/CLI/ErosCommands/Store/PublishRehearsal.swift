import ErosBundle
import ErosCommandLine
import ErosConfig
import ErosCore
import ErosFiles
import ErosProcess
import ErosPublish
import ErosRehearsal
import ErosStore
import ErosTrust

/// Runs a bundle's pages before it is published.
struct PublishRehearsal {
  let bundle: OpenedBundle<ReadableFile>
  let channel: ChannelName
  /// The app's project, or `nil` if the current folder does not belong to it.
  let project: Project?
  let output: OutputOptions
  /// `true` if pages run even where the system cannot keep them away from files and the network.
  let allowsUnconfined: Bool

  /// The result of a rehearsal that does not prevent the publication.
  struct Outcome {
    /// The record for the release, or `nil` for a bundle without pages.
    var record: ReleaseRehearsal?
    var findings: [Finding] = []
  }

  /// Runs the bundle's pages, and compares its scripts with the app's oldest engines.
  ///
  /// If the program or its engine is missing, a note says that the bundle was not rehearsed.
  ///
  /// - Throws: ``RehearsalError/pagesFail(bundle:findings:)`` if a page does not start or an engine
  ///   rejects it. `PublishError.otherApp` if the bundle belongs to another app.
  func run() throws -> Outcome {
    var results: [Rehearsal.Result] = []
    var outcome = Outcome()
    do {
      let pages = try RehearsalProject(project)
      let source = try RehearsalSource(bundle)
      // The scripts are compared with the app's oldest engines, even if the program is missing.
      outcome.findings = try pages.engineFindings(
        of: pages.pages(of: source), threads: Parallel.processorCount)
      results = try self.results(of: source, pages)
      outcome.record = ReleaseRehearsal(
        engine: results.engine, pages: results.pageCount, unjudged: results.unjudgedPageCount)
    } catch let error as RehearsalError {
      if case .noPages = error { return Outcome() }
      output.note("not rehearsed: \(error)")
      outcome.record = .unavailable
    } catch is UnsafeBundleError {
      // Publishing verifies the bundle, and reports all its findings.
      return Outcome()
    }
    outcome.findings = results.findings + outcome.findings
    output.log(outcome.findings.filter { $0.severity != .note })
    if let note = results.descriptionNote { output.note(note) }
    if let warning = results.confinementWarning { output.warn(warning) }
    guard !outcome.findings.hasErrors else {
      throw RehearsalError.pagesFail(bundle: bundle.zip.path, findings: outcome.findings)
    }
    return outcome
  }

  private func results(
    of source: RehearsalSource, _ pages: RehearsalProject
  ) throws -> [Rehearsal.Result] {
    let environment = EnvironmentVariable.all
    let program = try RehearsalProgram.find(
      searchPath: environment["PATH"], allowsUnconfined: allowsUnconfined)
    // The findings about a bundle of another app would be misleading.
    let expected = try project?.config.appName ?? channel.app
    if let app = source.appName, app != expected {
      throw PublishError.otherApp(bundle: source.name, app: app, channel: channel)
    }
    return try ProgressBar.showRehearsal(output) { progress in
      try pages.rehearse(
        source, with: program, threads: Parallel.processorCount, progress: progress)
    }
  }
}
