import ErosBundle
import ErosCommandLine
import ErosCommandSupport
import ErosConfig
import ErosCore
import ErosFiles
import ErosRehearsal
import ErosTrust

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rehearsal of a bundle before it is published.
struct PublishRehearsal {
  let bundle: String
  /// The project of the app, or `nil` if the current folder does not belong to it.
  let project: Project?
  let verifier: BundleVerifier
  let output: OutputOptions

  /// Runs the pages of the bundle.
  ///
  /// Without the program or its engine, a note says that the bundle was not rehearsed.
  ///
  /// - Returns: The record for the release, or `nil` for a bundle without pages.
  /// - Throws: ``RehearsalError/pagesFail(bundle:count:first:)`` if a page does not start.
  func run() throws -> ReleaseRehearsal? {
    let results: [Rehearsal.Result]
    do {
      results = try self.results()
    } catch let error as RehearsalError {
      if case .noPages = error { return nil }
      output.note("not rehearsed: \(error)")
      return .unavailable
    } catch is UnsafeBundleError {
      // Publishing verifies the bundle, and reports all its findings.
      return nil
    }
    let findings = results.findings
    output.log(findings.filter { $0.severity != .note })
    if let first = findings.errors.first {
      throw RehearsalError.pagesFail(
        bundle: bundle, count: findings.errors.count, first: first.description)
    }
    return .passed(
      engine: results.first?.engine ?? "", pages: results.pageCount,
      unjudgedPages: results.unjudgedPageCount)
  }

  private func results() throws -> [Rehearsal.Result] {
    let environment = ProcessInfo.processInfo.environment
    let program = try RehearsalProgram.find(searchPath: environment["PATH"])
    return try RehearsalProject(project).rehearse(
      bundle, with: program, by: verifier, threads: Parallel.processorCount)
  }
}
