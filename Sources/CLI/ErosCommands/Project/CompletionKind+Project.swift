import ArgumentParser
import ErosCore
import ErosRegistry

/// Completes branches, templates and codes of findings.
extension CompletionKind {
  /// A branch or tag in the current folder's repository.
  static var gitReference: CompletionKind {
    .shellCommand("git rev-parse --symbolic --branches --remotes --tags 2>/dev/null")
  }

  static var templateName: CompletionKind { .custom { _, _, _ in TemplateSet.builtIn.names } }

  /// A code that `--disable` accepts.
  static var disableableCode: CompletionKind {
    .custom { _, _, _ in
      RegistryRule.allCases.filter { $0.severity != .error }.map(\.rawValue)
    }
  }
}
