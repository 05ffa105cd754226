/// Finds misspelled names in a template, even in branches that rendering would skip.
struct TemplateChecker {
  private var scope: TemplateScope

  /// Creates a checker.
  ///
  /// In `context`, each list has one element that merges all possible elements.
  ///
  /// Every member of an absent value, and of an element of an empty list, is accepted.
  init(_ context: TemplateContext) { scope = TemplateScope(context) }

  /// Checks all names in `nodes`.
  ///
  /// - Throws: ``TemplateError`` for the first unknown name, list or object that is used as a text,
  ///   or text that is used as a list.
  mutating func check(_ nodes: [TemplateNode]) throws(TemplateError) {
    for node in nodes {
      switch node {
      case .text, .output(.literal, _): break
      case .output(.path(let path), _): _ = try scope.text(at: path)
      case .branches(let branches, _):
        for (condition, body) in branches {
          if let condition { _ = try scope.isTrue(condition) }
          try check(body)
        }
      case .loop(let name, let list, let body, let ifEmpty):
        let element = try scope.elements(at: list).first ?? .none
        scope.enterLoop(name, element, isFirst: true, isLast: true)
        try check(body)
        scope.leaveLoop()
        try check(ifEmpty)
      }
    }
  }
}
