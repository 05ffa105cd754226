package import ErosCore
import ErosFiles
import ErosRegistry
import ErosRehearsalMessages

/// Runs pages before they are released.
package struct Rehearsal: Sendable {
  /// The limits for each page on each platform.
  package struct Limits: Sendable {
    package static let standard = Limits(milliseconds: 2_000, bytes: 256 << 20)
    /// The lowest useful memory limit.
    ///
    /// With less, no page of an app starts.
    package static let minimumBytes = 16 << 20

    /// Processor time in milliseconds.
    package var milliseconds: Int
    /// Memory in bytes.
    package var bytes: Int

    package init(milliseconds: Int, bytes: Int) {
      self.milliseconds = milliseconds
      self.bytes = bytes
    }
  }

  package struct Result: Sendable {
    package enum Verdict: String, Sendable {
      case passed, failed, notJudged
    }

    package let page: RehearsalPage
    package let platform: Platform
    package let verdict: Verdict
    package let hasRendered: Bool
    /// The processor time and the memory, or `nil` if the page was stopped.
    package let microseconds: Int64?
    package let bytes: Int64?
    /// `true` if the system enforced all limits.
    let isConfined: Bool
    /// The engine with its version.
    ///
    /// Empty if the page did not run.
    let engine: String
    /// `true` if the page was not judged because the app has no description.
    let lacksDescription: Bool
    /// The time and memory up to the first render, or `nil` if nothing was rendered.
    package let firstRender: (microseconds: Int64, bytes: Int64)?
    var located: [RehearsalFinding]

    package var reason: Message? {
      switch verdict {
      case .passed: nil
      case .failed: located.first { $0.finding.severity == .error }?.finding.message
      case .notJudged:
        located.first { $0.finding.has(RehearsalFindingCode.pageNotJudged) }?.reason
      }
    }
  }

  /// The end of a page's virtual time, in milliseconds.
  private static let virtualTime = 10_000

  var program: RehearsalProgram
  var limits: Limits
  var appName: String
  /// Objects that the app adds to its pages.
  ///
  /// `null` stands for a value that is unknown here.
  var globals: [String: JSONValue]

  package init(
    _ program: RehearsalProgram, limits: Limits = .standard, appName: String = "app",
    globals: [String: JSONValue] = [:]
  ) {
    self.program = program
    self.limits = limits
    self.appName = appName
    self.globals = globals
  }

  /// Runs each page on each platform, in several processes at the same time.
  ///
  /// - Parameters:
  ///   - pages: The pages.
  ///   - surfaces: The native side on each platform.
  ///   - threads: How many processes run at the same time.
  ///   - progress: Called after each run with the finished runs and all runs, on any thread.
  /// - Returns: The results, sorted by page and platform.
  /// - Throws: ``RehearsalError`` if pages cannot run. `FileError` if the program cannot be
  ///   started.
  package func results(
    of pages: [RehearsalPage], on surfaces: [RehearsalSurface], threads: Int,
    progress: @escaping @Sendable (Int, Int) -> Void = { _, _ in }
  ) throws -> [Result] {
    let jobs = pages.flatMap { page in surfaces.indices.map { Job(page: page, surface: $0) } }
    let count = max(1, min(threads, jobs.count))
    let results = Lock(jobs.map { Self.result(ofUnread: $0.page, surfaces[$0.surface].platform) })
    let unread = results.withLock { $0.map { $0 != nil } }
    let finished = Lock(unread.count { $0 })
    try Parallel.forEach(count, threads: count) {
    } _: { part, _ in
      let indices = stride(from: part, to: jobs.count, by: count).filter { !unread[$0] }
      let input = input(of: indices.map { jobs[$0] }, on: surfaces)
      let outcomes = try program.outcomes(of: input) {
        let count = finished.withLock { finished in
          finished += 1
          return finished
        }
        progress(count, jobs.count)
      }
      for (index, outcome) in zip(indices, outcomes) {
        let job = jobs[index]
        let located = try withPosition(outcome, of: job, on: surfaces)
        let judge = try judge(located, of: job, on: surfaces)
        let result = Self.result(of: job.page, surfaces[job.surface].platform, located, judge)
        results.withLock { $0[index] = result }
      }
    }
    return results.withLock { $0.compactMap(\.self) }
  }

  /// Runs a page again to find where it threw something that is not an error.
  private func withPosition(
    _ outcome: RehearsalOutcome, of job: Job, on surfaces: [RehearsalSurface]
  ) throws -> RehearsalOutcome {
    guard let trace = ThrowTrace(job.page, outcome) else { return outcome }
    let traced = try program.outcomes(of: input(of: [job.repeated(.throwTrace)], on: surfaces))
    return traced.first.map { trace.positioned(outcome, by: $0) } ?? outcome
  }

  /// Judges a page, and runs it again if an exception may depend on unknown values.
  private func judge(
    _ outcome: RehearsalOutcome, of job: Job, on surfaces: [RehearsalSurface]
  ) throws -> RehearsalJudge {
    let judge = RehearsalJudge(job.page, outcome)
    guard let exception = judge.doubtfulException,
      let trial = ResultTrial(of: exception, job.page, outcome)
    else { return judge }
    let jobs = ResultTrial.variants.map { job.repeated(.variant($0)) }
    let milliseconds = min(limits.milliseconds, trial.milliseconds)
    let outcomes = try program.outcomes(of: input(of: jobs, on: surfaces, within: milliseconds))
    return trial.remains(in: outcomes)
      ? RehearsalJudge(job.page, outcome, ownException: exception) : judge
  }

  private static func result(
    of page: RehearsalPage, _ platform: Platform, _ outcome: RehearsalOutcome,
    _ judge: RehearsalJudge
  ) -> Result {
    var measured: (microseconds: Int64, bytes: Int64)?
    if case .complete(let microseconds, let bytes) = outcome.ending {
      measured = (microseconds, bytes)
    }
    return Result(
      page: page, platform: platform,
      verdict: judge.findings.map(\.finding).hasErrors
        ? .failed : judge.isUnjudged ? .notJudged : .passed,
      hasRendered: judge.hasRendered, microseconds: measured?.microseconds, bytes: measured?.bytes,
      isConfined: outcome.isConfined, engine: outcome.engine,
      lacksDescription: judge.lacksDescription,
      firstRender: outcome.firstRender.map { ($0.microseconds, $0.bytes) },
      located: judge.findings)
  }

  /// Returns the result of a page that does not run because a script is too large.
  private static func result(ofUnread page: RehearsalPage, _ platform: Platform) -> Result? {
    guard let script = page.excessScript, let size = script.excessSize else { return nil }
    let subject: Message =
      script.file == page.script.file ? "the script" : "its script '\(script.file)'"
    let reason: Message =
      "\(subject) has \(size.readableSize); scripts of at most \(RehearsalSource.maximumSize.readableSize) are run"
    let finding = Finding(
      RehearsalFindingCode.pageNotJudged, file: page.script.file, "not judged: \(reason)",
      remedy: "split the script, or move data out of it, for example to a file in 'assets'")
    return Result(
      page: page, platform: platform, verdict: .notJudged, hasRendered: false, microseconds: nil,
      bytes: nil, isConfined: true, engine: "", lacksDescription: false, firstRender: nil,
      located: [RehearsalFinding(finding: finding, reason: reason)])
  }

  // MARK: - Input

  private struct Job {
    let page: RehearsalPage
    let surface: Int
    var repetition: Repetition?

    func repeated(_ repetition: Repetition) -> Job {
      Job(page: page, surface: surface, repetition: repetition)
    }

    /// Returns what runs in place of a script.
    func text(of script: RehearsalSource.Script) -> [UInt8] {
      switch repetition {
      case nil: script.text
      case .throwTrace: ThrowTrace.traced(script)
      case .variant: PreparedScript(ThrowTrace.traced(script)).text
      }
    }
  }

  private enum Repetition {
    /// To find where it throws.
    case throwTrace
    /// To try different unknown values.
    case variant(Int)
  }

  /// Returns the input for jobs that repeat for the same reason, if any.
  private func input(
    of jobs: [Job], on surfaces: [RehearsalSurface], within milliseconds: Int? = nil
  ) -> RehearsalInput {
    var indices: [String: Int] = [:]
    var scripts: [RehearsalInput.Script] = []
    let runs = jobs.map { job in
      let numbers = job.page.scripts.map { script in
        let key = script.part == 0 ? script.file : "\(script.file)#\(script.part)"
        if let index = indices[key] { return index }
        indices[key] = scripts.count
        scripts.append(RehearsalInput.Script(url: script.file, text: job.text(of: script)))
        return scripts.count - 1
      }
      return RehearsalInput.Run(
        scripts: numbers,
        settings: job.page.framework == .unknown ? nil : settings(of: job, surfaces[job.surface]),
        surface: job.surface)
    }
    return RehearsalInput(
      limits: RehearsalInput.Limits(
        milliseconds: milliseconds ?? limits.milliseconds, bytes: limits.bytes),
      scripts: scripts,
      surfaces: surfaces.map { String(decoding: $0.surface.canonicalText, as: UTF8.self) },
      runs: runs)
  }

  private func settings(of job: Job, _ surface: RehearsalSurface) -> String {
    var settings: [String: JSONValue] = [
      "platform": .string(surface.platform.rawValue),
      "framework": .string(job.page.framework.rawValue),
      "isDescribed": .bool(surface.isDescribed),
      "isUniApp": .bool(job.page.isOfUniApp),
      "globals": .sorted(globals),
      "bundleURL": .string("file:///bundle/" + job.page.script.path.string),
      "appName": .string(appName),
      "appVersion": .string(surface.version),
      "virtualTime": .integer(Self.virtualTime),
    ]
    switch job.repetition {
    case nil: break
    case .throwTrace: settings["tracesThrows"] = .bool(true)
    case .variant(let variant):
      settings["variant"] = .integer(variant)
      settings["tracesThrows"] = .bool(true)
    }
    return String(decoding: JSONWriter.write(.sorted(settings)), as: UTF8.self)
  }
}

extension [Rehearsal.Result] {
  package var pageCount: Int { Set(map(\.page.script.path)).count }

  /// The number of pages that could not be judged on a platform.
  package var unjudgedPageCount: Int {
    Set(filter { $0.verdict == .notJudged }.map(\.page.script.path)).count
  }

  /// Removes findings about missing files that another check has already reported.
  ///
  /// `isKnown` gets the path of the missing file and the page's scripts.
  package mutating func removeMissingFiles(where isKnown: (String, [String]) -> Bool) {
    for index in indices {
      let scripts = self[index].page.scripts.map(\.file)
      self[index].located.removeAll { located in
        located.missingFile.map { isKnown($0, scripts) } ?? false
      }
    }
  }

  /// The engine with its version.
  ///
  /// Empty if no page ran.
  package var engine: String { lazy.map(\.engine).first { !$0.isEmpty } ?? "" }

  /// A note about pages that were not judged because the app has no description.
  package var descriptionNote: Message? {
    let undescribed = filter(\.lacksDescription)
    guard let page = undescribed.first?.page else { return nil }
    return undescribed.pageCount == 1
      ? "no description found: 1 page is not judged, because the native modules of the app are unknown; \(page.descriptionRemedy)"
      : "no description found: \(undescribed.pageCount) pages are not judged, because the native modules of the app are unknown; \(page.descriptionRemedy)"
  }

  /// A warning if the system did not enforce all limits.
  package var confinementWarning: Message? {
    allSatisfy(\.isConfined)
      ? nil : "this system cannot enforce all limits of a page, such as the one on its network"
  }

  /// The findings, sorted.
  ///
  /// One that applies to some platforms only names them.
  package var findings: [Finding] { locatedFindings.map(\.finding) }

  /// The findings with their stacks, ordered like ``findings``.
  package var locatedFindings: [RehearsalFinding] {
    let platforms = Set(map(\.platform))
    var occurrences: [Finding: (platforms: Set<Platform>, first: RehearsalFinding)] = [:]
    for result in self {
      for located in result.located {
        occurrences[located.finding, default: ([], located)].platforms.insert(result.platform)
      }
    }
    return occurrences.values.map { affected, located in
      affected.count < platforms.count ? located.only(on: affected.sorted()) : located
    }.sorted { Finding.isOrdered($0.finding, $1.finding) }
  }
}
