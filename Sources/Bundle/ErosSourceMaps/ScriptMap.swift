/// The source map of a script.
package struct ScriptMap: Sendable {
  package let map: SourceMap
  /// The script, with the lines that packing added.
  let script: [UInt8]
  /// The number of lines at the start of the script that were added after the map was written.
  package let skippedLines: Int
}
