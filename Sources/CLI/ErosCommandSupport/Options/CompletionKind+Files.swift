package import ArgumentParser

/// Shell completions for files.
extension CompletionKind {
  /// A bundle.
  package static var bundle: CompletionKind { .file(extensions: ["zip"]) }

  /// A native configuration in any form.
  package static var appConfig: CompletionKind { .file(extensions: ["json", "js"]) }

  /// The `bundle.config` that comes with a bundle.
  package static var manifest: CompletionKind { .file(extensions: ["config"]) }
}
