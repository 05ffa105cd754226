import ErosBundle
import ErosCommandLine
import ErosCommandSupport
import ErosConfig
import ErosCore
import ErosFiles
import ErosRehearsal

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
  /// - Throws: ``RehearsalError/pagesFail(bundle:count:first:)`` if a page does not start.
  func run() throws {
    let findings: [Finding]
    do {
      findings = try self.findings()
    } catch let error as RehearsalError {
      if case .noPages = error { return }
      output.note("not rehearsed: \(error.problem)")
      return
    } catch is UnsafeBundleError {
      // Publishing verifies the bundle, and reports all its findings.
      return
    }
    output.log(findings.filter { $0.severity != .note })
    guard let first = findings.errors.first else { return }
    throw RehearsalError.pagesFail(
      bundle: bundle, count: findings.errors.count, first: first.description)
  }

  private func findings() throws -> [Finding] {
    let environment = ProcessInfo.processInfo.environment
    let program = try RehearsalProgram.find(searchPath: environment["PATH"])
    let project = try RehearsalProject(project)
    let source = try project.source(at: bundle, by: verifier)
    let pages = project.pages(of: source)
    guard !pages.isEmpty else { throw RehearsalError.noPages(source.name) }
    let rehearsal = Rehearsal(program, appName: project.appName, globals: project.globals)
    return try rehearsal.results(
      of: pages, on: project.surfaces(on: Platform.allCases), threads: Parallel.processorCount
    ).findings
  }
}
