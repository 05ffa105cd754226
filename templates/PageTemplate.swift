/// A namespace for the placeholders of pages.
package enum PageTemplate {
  /// Replaces `{{name}}` by values, which are not searched for further placeholders.
  package static func fill(_ template: [UInt8], with values: [String: [UInt8]]) -> [UInt8] {
    var page: [UInt8] = []
    let segments = String(decoding: template, as: UTF8.self).split(
      separator: "{{", omittingEmptySubsequences: false)
    for (index, segment) in segments.enumerated() {
      let parts = segment.split(separator: "}}", maxSplits: 1, omittingEmptySubsequences: false)
      if index > 0, parts.count == 2, let value = values[String(parts[0])] {
        page += value + Array(parts[1].utf8)
      } else {
        page += Array((index > 0 ? "{{" : "").utf8) + Array(segment.utf8)
      }
    }
    return page
  }
}
