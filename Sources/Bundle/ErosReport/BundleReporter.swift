public import ErosBundle
public import ErosConfig
import ErosCore
import ErosFiles
import ErosPack
public import ErosSourceMaps

/// Analyzes a bundle and compares it with an older one.
///
/// ```swift
/// let reporter = BundleReporter(BundleVerifier(threads: 2))
/// let report = try reporter.report(on: ReadableFile("bundle.zip"))
/// try StagedFile.commit([StagedFile("report.html", contents: ReportPage.html(report))])
/// ```
public struct BundleReporter: Sendable {
  /// Number of steps that ``report(on:since:history:progress:)`` counts.
  public static let stepCount = 4

  let verifier: BundleVerifier
  let imageLimits: ImageLimits
  /// Maximum sizes for the bundle.
  let budget: SizeBudget
  /// Source maps for scripts.
  ///
  /// With `nil`, modules are recognized only in the scripts themselves.
  let sourceMaps: SourceMapFolder?

  public init(
    _ verifier: BundleVerifier, imageLimits: ImageLimits = ImageLimits(),
    budget: SizeBudget = SizeBudget(), sourceMaps: SourceMapFolder? = nil
  ) {
    self.verifier = verifier
    self.imageLimits = imageLimits
    self.budget = budget
    self.sourceMaps = sourceMaps
  }

  /// Verifies a bundle, reads its image headers, and makes every form of update from `old`.
  ///
  /// If the bundle is unsafe, the report contains only its findings. Updates are made only between
  /// verified bundles. They need as much memory as `UpdateMaker`, and room for a zip in the
  /// system's temporary folder. `progress` is called with the number of finished steps, out of
  /// ``stepCount``.
  ///
  /// - Throws: `UnsafeBundleError` if `old` is unsafe, `FileError` if a zip cannot be read, or
  ///   `DeltaError` if an update fails for any reason other than a limit.
  public func report(
    on bundle: any ZipSource, since old: (any ZipSource)? = nil, history: ReleaseHistory? = nil,
    progress: (Int) -> Void = { _ in }
  ) throws -> BundleReport {
    let probe = ContentProbe()
    let new = BundleReport.Summary(
      bundle, try verifier.verify(bundle, unpackingInto: probe))
    progress(1)
    let before = try old.map { BundleReport.Summary($0, try verifier.verify($0)) }
    if let old, let before, before.verification.verdict == .unsafe {
      throw UnsafeBundleError(bundle: old.path, before.verification)
    }
    progress(2)
    let updates = try old.flatMap { old in
      try before.map { try costs(from: old, $0, to: bundle, new, progress: progress) }
    }
    var report = try report(new, before, updates ?? [], probe)
    if !budget.isEmpty, !report.isUnsafe { report.budget = BudgetReport(budget, report) }
    report.history = history
    return report
  }

  private func report(
    _ new: BundleReport.Summary, _ old: BundleReport.Summary?,
    _ updates: [BundleReport.UpdateCost], _ probe: ContentProbe
  ) throws -> BundleReport {
    let images = probe.images
    let scripts = probe.scripts ?? [:]
    let sharedCode = try sharedCode(new, scripts)
    let contents = try ScriptContents(scripts, sourceMaps)
    let verifiedFiles = new.verification.files
    // An unsafe bundle has no known files, so comparing would report all old ones as removed.
    let isComparable = new.verification.verdict != .unsafe
    let comparison =
      isComparable
      ? old.map { BundleComparison(from: $0.verification.files, to: verifiedFiles) } : nil
    let files = verifiedFiles.map { file in
      let path = file.entry.path
      let reading = images[path] ?? .notAnImage
      return BundleReport.File(
        path: path, size: file.entry.size, compressedSize: file.entry.compressedSize,
        method: file.entry.method, sha256: file.digest?.sha256, kind: FileKind(path: path.string),
        sharedSize: sharedCode?.sizes[path], modules: contents.modules[path],
        image: reading.header,
        // A file that cannot be read to its end already has a finding.
        imageFindings: file.digest == nil
          ? [] : imageLimits.findings(reading, path: path, size: file.entry.size),
        change: comparison?.changes[path])
    }
    let duplicates = DuplicateFiles.find(in: verifiedFiles)
    let advice =
      duplicates.map { Advice($0) } + [sharedCode.flatMap { Advice($0) }].compactMap(\.self)
      + files.compactMap { Advice($0, imageLimits) } + files.compactMap { Advice(sourceMap: $0) }
      + contents.advice(besides: duplicates)
    return BundleReport(
      bundle: new, old: old, files: files.sorted { $0.path < $1.path },
      removed: comparison?.removed ?? [], updates: updates, duplicates: duplicates,
      sharedCode: sharedCode, imageLimits: imageLimits, advice: Advice.ranked(advice),
      sourceMapFindings: contents.findings)
  }

  private func sharedCode(
    _ bundle: BundleReport.Summary, _ scripts: [BundlePath: [UInt8]]
  ) throws -> SharedCode? {
    var seen: Set<SHA256Digest> = []
    let files = bundle.verification.files.sorted { $0.entry.path < $1.entry.path }
    let distinct = files.compactMap { file -> (path: BundlePath, content: [UInt8])? in
      guard let content = scripts[file.entry.path], let digest = file.digest?.sha256,
        seen.insert(digest).inserted
      else { return nil }
      return (file.entry.path, content)
    }
    return try SharedCode.find(in: distinct)
  }

  // MARK: - Updates

  private func costs(
    from old: any ZipSource, _ before: BundleReport.Summary,
    to new: any ZipSource, _ after: BundleReport.Summary,
    progress: (Int) -> Void
  ) throws -> [BundleReport.UpdateCost] {
    guard after.verification.verdict != .unsafe else { return [] }
    let complete = BundleReport.UpdateCost(form: .zip, size: after.size, problem: nil)
    let forms: [BundleReport.UpdateCost.Form] = [.bsdiff, .delta]
    for summary in [before, after] where summary.verification.verdict != .verified {
      let reason: Message = "verification of '\(summary.name.escapedForDisplay)' failed"
      return [complete] + forms.map { .init(form: $0, size: nil, problem: reason) }
    }
    var costs = [complete]
    // In sequence, because each update uses all threads and much memory.
    for form in forms {
      costs.append(try updateCost(form, from: old, to: new))
      progress(1 + costs.count)
    }
    return costs
  }

  /// Makes an update between two verified bundles and returns its size.
  ///
  /// - Throws: `DeltaError` or `FileError`. If the update exceeds limits, returns the reason
  ///   instead.
  public func updateCost(
    _ form: BundleReport.UpdateCost.Form, from old: any ZipSource, to new: any ZipSource
  ) throws -> BundleReport.UpdateCost {
    let maker = UpdateMaker(
      form == .bsdiff ? .bsdiff : .delta, level: .standard, verifier: verifier)
    do {
      let update = try Folder.withScratchFolder(beside: Folder.scratchPath + "-report") {
        try maker.make(from: old, to: new, scratch: $0)
      }
      return .init(
        form: form, size: UInt64(update.bytes.count), isIdentical: update.isIdentical, problem: nil)
    } catch let error as DeltaError {
      // Limits differ between formats, so only they let the report go on.
      switch error {
      case .overLimit, .rejectedByReaders: break
      default: throw error
      }
      // The page contains no paths on this machine.
      let problem = [old, new].reduce(error.problem) { problem, source in
        problem.mapping {
          $0.replacing(source.path.escapedForDisplay, with: source.name.escapedForDisplay)
        }
      }
      return .init(form: form, size: nil, problem: problem)
    }
  }
}

extension BundleReport.Summary {
  init(_ source: any ZipSource, _ verification: VerificationReport) {
    self.init(name: source.name, size: source.size, verification: verification)
  }
}

extension ZipSource {
  fileprivate var name: String { path.pathComponents.last.map(String.init) ?? path }
}
