import ArgumentParser
import ErosCore
import ErosRegistry

/// Shell completions from the repository, the templates and the codes of findings.
extension CompletionKind {
  /// A branch or tag of the repository in the current folder.
  static var gitReference: CompletionKind {
    .shellCommand("git rev-parse --symbolic --branches --remotes --tags 2>/dev/null")
  }

  /// A file that a built-in template generates.
  static var templateName: CompletionKind { .custom { _, _, _ in TemplateSet.builtIn.names } }

  /// The code of a finding that can be disabled.
  static var disableableCode: CompletionKind {
    .custom { _, _, _ in
      RegistryRule.allCases.filter { $0.severity != .error }.map(\.rawValue)
    }
  }
}
