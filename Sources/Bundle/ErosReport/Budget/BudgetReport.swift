import ErosBundle
public import ErosConfig
public import ErosCore

/// The sizes of a bundle compared with its budget.
public struct BudgetReport: Sendable {
  /// The measured size of a part with a limit.
  public struct Item: Sendable {
    public let part: SizeBudget.Part
    /// The maximum size, in bytes.
    public let limit: UInt64
    /// The size in bytes, for pages the size of the largest page; `nil` if it could not be
    /// measured.
    public let size: UInt64?
    /// The largest page.
    public let path: BundlePath?
    /// The number of sizes over the limit.
    public let overCount: Int
  }

  /// The parts with limits; the delta only with an older bundle.
  public let items: [Item]
  /// A finding for each size over its limit, with codes of `BudgetFindingCode`.
  public let findings: [Finding]

  init(_ budget: SizeBudget, _ report: BundleReport) {
    var items: [Item] = []
    var findings: [Finding] = []
    if let limit = budget[.total] {
      let size = report.bundle.size
      findings += [budget.finding(.total, size: size)].compactMap(\.self)
      items.append(
        Item(part: .total, limit: limit, size: size, path: nil, overCount: findings.count))
    }
    if let limit = budget[.page] {
      let pages = report.files.filter { SizeBudget.isPage($0.path.string) }
        .sorted { ($1.compressedSize, $0.path) < ($0.compressedSize, $1.path) }
      let over = pages.compactMap {
        budget.finding(.page, size: $0.compressedSize, subject: $0.path.string)
      }
      findings += over
      items.append(
        Item(
          part: .page, limit: limit, size: pages.first.map(\.compressedSize) ?? 0,
          path: pages.first?.path, overCount: over.count))
    }
    if let limit = budget[.delta],
      let update = report.updates.first(where: { $0.form == .delta })
    {
      let finding =
        update.size.map { budget.finding(.delta, size: $0) }
        ?? budget.findingOfMissingDelta(update.problem ?? "unknown reason")
      findings += [finding].compactMap(\.self)
      items.append(
        Item(
          part: .delta, limit: limit, size: update.size, path: nil,
          overCount: finding == nil ? 0 : 1))
    }
    self.items = items
    self.findings = findings
  }
}
