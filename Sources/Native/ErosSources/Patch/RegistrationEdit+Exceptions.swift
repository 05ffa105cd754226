import ErosCore
import ErosSyntax

/// The handlers of exceptions around removed registrations.
extension RegistrationEdit {
  /// Keeps one registration in each `try` statement whose handler of `WXException` has to stay.
  ///
  /// Java rejects a handler of a checked exception if the block no longer throws it.
  mutating func keepThrowers() {
    guard tokens.language == .java else { return }
    let emptied = Set(emptiedTryStatements().map(\.range))
    let blocks = tryStatements.filter { $0.handlers.contains(where: \.catchesException) }
    // The innermost block that catches `WXException` receives the exception of a call.
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

  /// The `try` statements that contain only removed registrations, and whose handlers of
  /// `WXException` only log.
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
  /// The indexes of calls with the names of registrations and more than one argument, as scanned.
  fileprivate var androidRegistrations: [Int] {
    (0..<count).filter { index in
      word(index).map(WrittenRegistration.androidCalls.contains) == true
        && call(of: index + 1).map { $0.arguments.count > 1 } == true
    }
  }
}

extension TryStatement.Handler {
  /// The checked exception of a registration in Java.
  private static let rejection = "WXException"

  fileprivate var catchesRejections: Bool { exceptions.contains(Self.rejection) }
  var catchesOnlyRejections: Bool { exceptions == [Self.rejection] }
  /// Whether the handler catches `WXException`.
  fileprivate var catchesException: Bool {
    !Set(exceptions).isDisjoint(with: [Self.rejection, "Exception", "Throwable"])
  }
}
