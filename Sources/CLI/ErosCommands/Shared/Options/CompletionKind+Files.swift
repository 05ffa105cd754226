import ArgumentParser

extension CompletionKind {
  static var bundle: CompletionKind { .file(extensions: ["zip", "wgt"]) }

  /// A native configuration in any form.
  static var appConfig: CompletionKind { .file(extensions: ["json", "js"]) }

  /// The `bundle.config` that comes with a bundle.
  static var manifest: CompletionKind { .file(extensions: ["config"]) }
}
