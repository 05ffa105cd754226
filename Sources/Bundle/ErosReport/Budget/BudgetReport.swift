import ErosBundle
public import ErosConfig
public import ErosCore

/// Sizes of a bundle compared with its budget.
public struct BudgetReport: Sendable {
  /// A measured size that has a limit.
  public struct Item: Sendable {
    public let part: SizeBudget.Part
    /// Maximum size in bytes.
    public let limit: UInt64
    /// Size in bytes, or `nil` if it could not be measured.
    ///
    /// For pages, it is that of the largest.
    public let size: UInt64?
    /// Largest page.
    public let path: BundlePath?
    /// Number of sizes over the limit.
    public let overCount: Int
  }

  /// Parts with limits.
  ///
  /// A delta is included only if there is an older bundle.
  public let items: [Item]
  /// One finding for each size over its limit, with codes from `BudgetFindingCode`.
  public let findings: [Finding]

  init(_ budget: SizeBudget, _ report: BundleReport) {
    let pages = report.files.filter { SizeBudget.isPage($0.path.string) }
      .sorted { ($1.compressedSize, $0.path) < ($0.compressedSize, $1.path) }
    var findings = budget.sizeFindings(
      ofZip: report.bundle.size,
      files: pages.map { ($0.path.string, $0.compressedSize) })
    let update = report.updates.first { $0.form == .delta }
    if let update {
      let finding =
        update.size.map { budget.finding(.delta, size: $0) }
        ?? budget.findingOfMissingDelta(
          update.problem ?? "unknown reason")
      findings += [finding].compactMap(\.self)
    }
    func item(_ part: SizeBudget.Part, size: UInt64?, path: BundlePath? = nil) -> Item? {
      budget[part].map { limit in
        let overCount = findings.count { $0.code == part.code.rawValue }
        return Item(part: part, limit: limit, size: size, path: path, overCount: overCount)
      }
    }
    let items = [
      item(.total, size: report.bundle.size),
      item(.page, size: pages.first?.compressedSize ?? 0, path: pages.first?.path),
      update.flatMap { item(.delta, size: $0.size) },
    ]
    self.items = items.compactMap(\.self)
    self.findings = findings
  }
}
