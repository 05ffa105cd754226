import ArgumentParser
import ErosCore
import ErosRoutes

struct RoutesDiff: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the differences between two route maps",
    discussion: """
      Compares two built folders, or two maps, by list and expression:

        $ eros routes diff out-1.0 out-1.1

      A device must fetch the pages that the new map packs in the app and the old one does not \
      contain. Their size is known if the pages are in the folder of the new map.
      """)

  @Argument(help: "The old folder or routes.json.", completion: .routeMap)
  var old: String

  @Argument(help: "The new folder or routes.json.", completion: .routeMap)
  var new: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    let new = try RouteMap.File(new)
    let difference = RouteDifference(from: try RouteMap.File(old).map, to: new.map)
    try RoutesDiffReport(difference, sizes: difference.fetches.map { try new.size(of: $0) })
      .print(as: output)
  }
}

private struct RoutesDiffReport: Report {
  struct Entry: Encodable {
    let list: String
    let packInApp: Bool
    let remoteFile: String
    let uri: String

    init(_ route: Route) {
      list = route.list.rawValue
      packInApp = route.isPackedInApp
      remoteFile = route.remoteFile.description
      uri = route.uri
    }

    var text: String {
      "\(uri)  \(remoteFile)\(packInApp ? "" : "  (not packed)")".escapedForDisplay
    }
  }

  struct Change: Encodable {
    let new: Entry
    let old: Entry
  }

  let added: [Entry]
  let changed: [Change]
  /// `null` if a page's size is unknown.
  let fetchBytes: UInt64?
  let fetchPages: Int
  let removed: [Entry]
  let reordered: Bool

  init(_ difference: RouteDifference, sizes: [UInt64?]) {
    added = difference.added.map(Entry.init)
    removed = difference.removed.map(Entry.init)
    changed = difference.changed.map { Change(new: Entry($0.new), old: Entry($0.old)) }
    reordered = difference.isReordered
    fetchPages = sizes.count
    let knownSizes = sizes.compactMap(\.self)
    fetchBytes = knownSizes.count == sizes.count ? knownSizes.reduce(0, +) : nil
  }

  func text(_ style: TextStyle) -> String {
    var lines =
      added.map { "\(style.success("+")) \($0.text)" }
      + removed.map { "\(style.failure("-")) \($0.text)" }
    for change in changed {
      lines.append("\(style.warning("~")) \(change.old.text)")
      lines.append("  now \(change.new.text)")
    }
    if reordered { lines.append("the order of the routes is different") }
    if lines.isEmpty { lines.append("the routes are the same") }
    let size = fetchBytes.map { ", \(Readable.size($0))" } ?? ", of unknown size"
    lines.append(
      "a device fetches \(Readable.count(fetchPages, "page"))\(fetchPages == 0 ? "" : size)")
    return lines.joined(separator: "\n")
  }
}
