import ErosBundle
import ErosConfig
import ErosCore
import ErosFiles

struct BudgetCheck {
  /// Measures the content delta from the first bundle to the second, or returns `nil` if they are
  /// too large.
  typealias DeltaSize = (ReadableFile, ReadableFile) throws -> UInt64?

  let budget: SizeBudget
  let bundle: ReadableFile
  let source: String
  /// The old bundle for the content delta.
  ///
  /// `nil` if the base is not a bundle.
  let base: ReadableFile?

  /// Returns the findings, and the limits that were checked.
  func run(
    _ deltaSize: DeltaSize
  ) throws -> (result: CheckResult, checked: Set<SizeBudget.Part>) {
    var checked = Set(budget.limits.keys)
    let files = try ZipStructure(bundle).entries.map { ($0.path.string, $0.compressedSize) }
    var findings = budget.sizeFindings(ofZip: bundle.size, files: files)
    if budget[.delta] != nil, let base {
      findings += [try deltaFinding(from: base, to: bundle, deltaSize)].compactMap(\.self)
    }
    // A script's size is about its file, any other size is about the folder.
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
