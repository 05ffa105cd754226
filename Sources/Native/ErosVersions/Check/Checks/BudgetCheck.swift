import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles

/// Compares the sizes of a bundle with a budget.
struct BudgetCheck {
  /// Returns the size of the content delta from the first bundle to the second bundle, or `nil` if
  /// they are too large.
  typealias DeltaSize = (ReadableFile, ReadableFile) throws -> UInt64?

  let budget: SizeBudget
  /// The bundle of the project's pages.
  let bundle: ReadableFile
  /// The folder of the pages, for findings.
  let source: String
  /// The base bundle for the limit of the content delta, or `nil` if the base is not a bundle.
  let base: ReadableFile?

  /// Returns the findings, and the parts of the budget that were checked.
  func run(
    _ deltaSize: DeltaSize
  ) throws -> (result: CheckResult, checked: Set<SizeBudget.Part>) {
    var checked = Set(budget.limits.keys)
    let files = try ZipStructure(bundle).entries.map { ($0.path.string, $0.compressedSize) }
    var findings = budget.sizeFindings(ofZip: bundle.size, files: files)
    if budget[.delta] != nil, let base {
      findings += [try deltaFinding(from: base, to: bundle, deltaSize)].compactMap(\.self)
    }
    // The size of a script is a finding about its file; the other sizes are about the folder.
    var result = CheckResult(
      findings: findings.map { finding in
        finding.subject == nil ? finding.with(file: source) : finding.located(in: source)
      })
    if budget[.delta] != nil, base == nil {
      checked.remove(.delta)
      result.notes.append(
        "the budget 'delta' is not checked, because the base is not a bundle; `eros report OLD.zip NEW.zip` measures the update"
      )
    }
    return (result, checked)
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
