import ErosCore

extension RehearsalPage {
  /// Whether the script is a chunk that webpack splits off for `import()`.
  ///
  /// A chunk is `webpackJsonp([chunks], modules)`. With the modules to run as a third argument, the script is
  /// a page that needs a shared script.
  var isChunkOnDemand: Bool {
    let start = String(decoding: script.text.prefix(Self.chunkLimit), as: UTF8.self)
    let end = String(decoding: script.text.suffix(Self.chunkLimit), as: UTF8.self)
    return start.contains(#/^webpackJsonp\w*\(/#.anchorsMatchLineEndings())
      && !end.contains(#/[}\]]\s*,\s*\[[\w\s,".\/\-]*\]\s*\)\s*;?\s*$/#)
  }

  /// The number of bytes of the comments before a chunk, and of its last argument.
  private static let chunkLimit = 1024
}
