public import ErosCore

/// Codes for parts that exceed a ``SizeBudget``.
public enum BudgetFindingCode: String, FindingCode {
  /// The zip is larger than its limit.
  case totalOverBudget
  /// A script in the zip is larger than a page may be.
  case pageOverBudget
  /// The content delta is larger than its limit, or could not be created.
  case deltaOverBudget

  public var summary: String {
    switch self {
    case .totalOverBudget: "the bundle is within its budget"
    case .pageOverBudget: "scripts are within the budget of a page"
    case .deltaOverBudget: "the content delta is within its budget"
    }
  }

  public var remedy: Message? {
    switch self {
    case .totalOverBudget, .pageOverBudget:
      "`eros report` lists the largest savings; to accept the size, raise the budget"
    case .deltaOverBudget:
      "`eros report` lists the changed files; to accept the size, raise the budget"
    }
  }
}

extension SizeBudget.Part {
  /// The code for a part that is too large.
  public var code: BudgetFindingCode {
    switch self {
    case .total: .totalOverBudget
    case .page: .pageOverBudget
    case .delta: .deltaOverBudget
    }
  }

  fileprivate func problem(size: UInt64, limit: UInt64) -> Message {
    let excess = (size - limit).readableSize
    let (size, limit) = (size.readableSize, limit.readableSize)
    return switch self {
    case .total: "the zip has \(size), \(excess) over the budget of \(limit)"
    case .page: "the script has \(size) in the zip, \(excess) over the budget of \(limit)"
    case .delta: "the content delta has \(size), \(excess) over the budget of \(limit)"
    }
  }
}

extension SizeBudget {
  /// Returns a finding if `size` bytes exceed the limit for `part`.
  public func finding(_ part: Part, size: UInt64, subject: String? = nil) -> Finding? {
    guard let limit = limits[part], size > limit else { return nil }
    return Finding(part.code, subject: subject, part.problem(size: size, limit: limit))
  }

  /// Checks a zip and its pages against their limits.
  ///
  /// `files` lists the paths in the zip with their compressed sizes.
  public func sizeFindings(
    ofZip size: UInt64, files: [(path: String, size: UInt64)]
  ) -> [Finding] {
    let pages = files.filter { Self.isPage($0.path) }
    return
      ([finding(.total, size: size)]
      + pages.map { finding(.page, size: $0.size, subject: $0.path) }).compactMap(\.self)
  }

  /// Reports that the content delta could not be measured, if it has a limit.
  public func findingOfMissingDelta(_ reason: Message) -> Finding? {
    guard limits[.delta] != nil else { return nil }
    return Finding(
      BudgetFindingCode.deltaOverBudget, "the content delta could not be measured: \(reason)",
      remedy: "run `eros verify` on both bundles")
  }
}
