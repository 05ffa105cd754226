import ArgumentParser

extension CompletionKind {
  /// A route map, or a folder that contains one.
  static var routeMap: CompletionKind { .file(extensions: ["json"]) }
}
