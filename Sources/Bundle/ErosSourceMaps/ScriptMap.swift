/// A script with its source map.
package struct ScriptMap: Sendable {
  package let map: SourceMap
  /// Text, with any lines that packing added.
  let script: [UInt8]
  /// Number of lines that were added at the start after the map was written.
  package let skippedLines: Int
}
