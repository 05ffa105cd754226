import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles
import ErosPack

/// Compares the sizes of the bundles in the native projects with a budget.
struct BudgetCheck {
  /// Returns the size of the content delta from the first bundle to the second bundle, or `nil` if
  /// they are too large.
  typealias DeltaSize = (ReadableFile, ReadableFile) throws -> UInt64?

  let budget: SizeBudget
  let input: CheckInput
  /// The base bundle for the limit of the content delta, or `nil` if the base is not a bundle.
  let base: ReadableFile?

  /// Returns the findings, and the parts of the budget that were checked.
  func run(
    _ deltaSize: DeltaSize
  ) throws -> (result: CheckResult, checked: Set<SizeBudget.Part>) {
    guard !budget.isEmpty else { return (CheckResult(), []) }
    let bundles = try bundles()
    guard !bundles.isEmpty else {
      return (
        CheckResult(notes: [
          "the budget is not checked, because no bundle is packed; run `eros pack`"
        ]), []
      )
    }
    var checked = Set(budget.limits.keys)
    var result = CheckResult()
    for bundle in bundles {
      var findings = try sizeFindings(of: bundle)
      if budget[.delta] != nil, let base {
        findings += [try deltaFinding(from: base, to: bundle, deltaSize)].compactMap(\.self)
      }
      result.findings += findings.map { $0.with(file: bundle.path) }
    }
    if budget[.delta] != nil, base == nil {
      checked.remove(.delta)
      result.notes.append(
        "the budget 'delta' is not checked, because the base is not a bundle; pass `--against OLD.zip`"
      )
    }
    return (result, checked)
  }

  /// Opens the bundles that packing wrote into the native projects.
  private func bundles() throws -> [ReadableFile] {
    try input.shippedFiles(named: BundleOutputs.bundleFile)
      .filter { try FileStatus.ifExists($0)?.kind == .file }
      .map { try ReadableFile($0) }
  }

  private func sizeFindings(of bundle: ReadableFile) throws -> [Finding] {
    var findings = [budget.finding(.total, size: bundle.size)]
    if budget[.page] != nil {
      for entry in try ZipStructure(bundle).entries
      where SizeBudget.isPage(entry.path.string) {
        findings.append(
          budget.finding(.page, size: entry.compressedSize, subject: entry.path.string))
      }
    }
    return findings.compactMap(\.self)
  }

  private func deltaFinding(
    from base: ReadableFile, to bundle: ReadableFile, _ deltaSize: DeltaSize
  ) throws -> Finding? {
    do {
      guard let size = try deltaSize(base, bundle) else {
        return budget.findingOfMissingDelta("the bundles are too large")
      }
      return budget.finding(.delta, size: size)
    } catch let error as any ErosError where error.exitStatus == .badData {
      return budget.findingOfMissingDelta(error.problem)
    }
  }
}
