public import ErosCore

/// The codes of findings about a ``SizeBudget``.
public enum BudgetFindingCode: String, FindingCode {
  /// The zip is larger than its limit.
  case totalOverBudget
  /// A script is larger than the limit of a page.
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
  /// The code of a finding about the part.
  public var code: BudgetFindingCode {
    switch self {
    case .total: .totalOverBudget
    case .page: .pageOverBudget
    case .delta: .deltaOverBudget
    }
  }

  fileprivate var noun: String {
    switch self {
    case .total: "the zip"
    case .page: "the script"
    case .delta: "the content delta"
    }
  }
}

extension SizeBudget {
  /// Returns a finding if a part of `size` bytes exceeds its limit.
  public func finding(_ part: Part, size: UInt64, subject: String? = nil) -> Finding? {
    guard let limit = limits[part], size > limit else { return nil }
    return Finding(
      part.code, subject: subject,
      "\(part.noun) has \(size.readableSize)\(part == .page ? " in the zip" : ""), \((size - limit).readableSize) over the budget of "
        + limit.readableSize)
  }

  /// Returns a finding for a zip and for each of its pages that exceeds its limit.
  ///
  /// `files` are the paths of the zip with their compressed sizes.
  public func sizeFindings(
    ofZip size: UInt64, files: [(path: String, size: UInt64)]
  ) -> [Finding] {
    let pages = files.filter { Self.isPage($0.path) }
    return
      ([finding(.total, size: size)]
      + pages.map { finding(.page, size: $0.size, subject: $0.path) }).compactMap(\.self)
  }

  /// Returns the finding about a content delta that could not be measured.
  public func findingOfMissingDelta(_ reason: Message) -> Finding? {
    guard limits[.delta] != nil else { return nil }
    return Finding(
      BudgetFindingCode.deltaOverBudget, "the content delta could not be measured: \(reason)",
      remedy: "run `eros verify` on both bundles")
  }
}
