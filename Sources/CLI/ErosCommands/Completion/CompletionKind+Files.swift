import ArgumentParser
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

/// Shell completions for files and for fixed lists of values.
extension CompletionKind {
  /// A bundle.
  static var bundle: CompletionKind { .file(extensions: ["zip"]) }

  /// A native configuration in any form.
  static var appConfig: CompletionKind { .file(extensions: ["json", "js"]) }

  /// The `bundle.config` that comes with a bundle.
  static var manifest: CompletionKind { .file(extensions: ["config"]) }

  /// A route map, or a folder that contains one.
  static var routeMap: CompletionKind { .file(extensions: ["json"]) }

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
