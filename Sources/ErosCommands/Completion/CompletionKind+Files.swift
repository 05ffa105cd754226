import ArgumentParser
import ErosCore
import ErosGenerator
import ErosRegistry
import ErosSources

/// What the values of options may be, for the shells.
extension CompletionKind {
  /// A bundle.
  static var bundle: CompletionKind { .file(extensions: ["zip"]) }

  /// A native configuration, in any of its forms.
  static var appConfig: CompletionKind { .file(extensions: ["json", "js"]) }

  /// The `bundle.config` that comes with a bundle.
  static var manifest: CompletionKind { .file(extensions: ["config"]) }

  /// A route map, or a folder that holds one.
  static var routeMap: CompletionKind { .file(extensions: ["json"]) }

  /// A branch or a tag of the repository that the shell is in.
  static var gitReference: CompletionKind {
    .shellCommand("git rev-parse --symbolic --branches --remotes --tags 2>/dev/null")
  }

  /// A file that a template makes.
  static var templateName: CompletionKind { .custom { _, _, _ in TemplateSet.builtIn.names } }

  /// A finding that can be left out.
  static var mildFinding: CompletionKind {
    .custom { _, _, _ in
      RegistryRule.allCases.filter { $0.severity != .error }.map(\.rawValue)
    }
  }
}
