import ErosBundle
package import ErosConfig
package import ErosCore
package import ErosFiles

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
    var findings = try budget.sizeFindings(of: bundle)
    if budget[.delta] != nil, let base {
      findings += [try deltaFinding(from: base, to: bundle, deltaSize)].compactMap(\.self)
    }
    var result = CheckResult(findings: findings.map { $0.with(file: source) })
    if budget[.delta] != nil, base == nil {
      checked.remove(.delta)
      result.notes.append(
        "the budget 'delta' is not checked, because the base is not a bundle; pass `--against OLD.zip`"
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

extension SizeBudget {
  /// Returns a finding for the zip and for each of its pages that exceeds its limit.
  ///
  /// - Throws: The errors of reading the zip.
  package func sizeFindings(of bundle: ReadableFile) throws -> [Finding] {
    var findings = [finding(.total, size: bundle.size)]
    if self[.page] != nil {
      for entry in try ZipStructure(bundle).entries where Self.isPage(entry.path.string) {
        findings.append(
          finding(.page, size: entry.compressedSize, subject: entry.path.string))
      }
    }
    return findings.compactMap(\.self)
  }
}
