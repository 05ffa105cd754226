import ErosCore
import ErosSyntax

/// Exception handlers around removed registrations.
extension RegistrationEdit {
  /// Keeps one registration in each `try` statement whose handler of `WXException` has to stay.
  ///
  /// Java rejects a handler for a checked exception that the block no longer throws.
  mutating func keepThrowers() {
    guard tokens.language == .java else { return }
    let emptied = Set(emptiedTryStatements().map(\.range))
    let blocks = tryStatements.filter { $0.handlers.contains(where: \.catchesException) }
    // The exception goes to the innermost block that catches `WXException`.
    let thrown = Dictionary(grouping: tokens.androidRegistrations) { index in
      blocks.last { $0.body.contains(index) }?.range
    }
    for block in blocks where !emptied.contains(block.range) {
      let statements = thrown[block.range, default: []].map { index in
        removed.lazy.map(\.statement).first { $0.contains(index) }
      }
      guard block.handlers.contains(where: \.catchesRejections),
        !statements.contains(where: { $0 == nil }),
        let last = statements.compactMap(\.self).max(by: { $0.lowerBound < $1.lowerBound })
      else { continue }
      for (_, _, item) in removed.filter({ $0.statement == last }) {
        keep(
          item, "javac requires a statement that throws for the handler of 'WXException'",
          "remove it manually, together with its `catch (WXException …)`")
      }
      removed.removeAll { $0.statement == last }
    }
  }

  /// Returns the `try` statements that contain nothing but removed registrations.
  ///
  /// Their handlers of `WXException` must do nothing but log.
  func emptiedTryStatements() -> [TryStatement] {
    tryStatements.filter { block in
      let inner = removed.filter { block.body.contains($0.statement.lowerBound) }
      return !block.hasResources && !inner.isEmpty && begins(block.range.lowerBound)
        && inner.reduce(0) { $0 + $1.statement.count } == block.body.count
        && block.handlers.allSatisfy {
          !$0.catchesRejections || $0.catchesOnlyRejections && $0.onlyLogs
        }
    }
  }
}

extension SourceTokens {
  /// Finds calls that are named like registrations and have several arguments, as scanning does.
  fileprivate var androidRegistrations: [Int] {
    (0..<count).filter { index in
      word(index).map { WrittenRegistration.androidCalls[$0] != nil } == true
        && call(of: index + 1).map { $0.arguments.count > 1 } == true
    }
  }
}

extension TryStatement.Handler {
  /// The exception that a registration in Java throws.
  private static let rejection = "WXException"

  fileprivate var catchesRejections: Bool { exceptions.contains(Self.rejection) }
  var catchesOnlyRejections: Bool { exceptions == [Self.rejection] }
  fileprivate var catchesException: Bool {
    !Set(exceptions).isDisjoint(with: [Self.rejection, "Exception", "Throwable"])
  }
}
