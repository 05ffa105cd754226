public import ArgumentParser
import ErosBundle
import ErosCore
public import ErosDelta
import ErosFiles
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Make an incremental update from one bundle to another",
    discussion: """
      Verifies both bundles, makes the patch, applies it and compares the result before anything is \
      written:

        $ eros diff old/bundle.zip new/bundle.zip --output update.erosdelta

      A content delta (delta) is for apps that link this project; a BSDIFF40 patch (bsdiff) is what \
      every client in the field reads. With --format auto the name of the output decides: \
      .erosdelta is a delta, everything else a BSDIFF40 patch.

      With --against, patches are made from every bundle in a folder, and --output is the folder \
      that gets them, each under the name that clients ask an update server for:

        $ eros diff new/bundle.zip --against releases --output patches
      """)

  @Argument(
    help: "The old and the new bundle; with --against, the new one only.",
    completion: .bundle)
  var bundles: [String]

  @Option(help: "A folder with bundles of earlier releases.", completion: .directory)
  var against: String?

  @Option(help: "The patch; with --against, the folder that gets the patches.", completion: .file())
  var output: OutputPath

  @Option(help: "The format of the patch; with auto, its name decides.")
  var format = DiffFormat.auto

  @Option(help: "How hard to look for old bytes in a BSDIFF40 patch.")
  var level = BSDiffEncoder.Level.standard

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard bundles.count == (against == nil ? 2 : 1) else {
      throw ValidationError(
        against == nil
          ? "give the old and the new bundle, or one bundle and --against"
          : "give the new bundle only, since --against names the old ones")
    }
  }

  func run() throws {
    if let against {
      try makeAll(from: against, to: bundles[0])
    } else {
      try makeOne(from: bundles[0], to: bundles[1])
    }
  }

  private func makeOne(from old: String, to new: String) throws {
    let start = Date()
    let old = try ReadableFile(old)
    let new = try ReadableFile(new)
    try output.checkIsNone(of: [old, new])
    let update = try maker(verification.verifier).make(from: old, to: new)
    try writeWholeFile(update.bytes, to: output.string)
    try DiffReport(update, patch: output.string, seconds: -start.timeIntervalSinceNow)
      .print(as: options)
  }

  /// Makes a patch from every other bundle in a folder, several at once.
  private func makeAll(from folder: String, to new: String) throws {
    let walk = try FolderWalk(folder, depthLimit: 1)
    let target = try ReadableFile(new)
    let names = walk.entries.filter { entry in
      entry.status.kind == .file && entry.relativePath.lowercased().hasSuffix(".zip")
        && !entry.status.isSameFile(as: target.status)
    }.map { folder + "/" + $0.relativePath }.sorted()
    guard !names.isEmpty else { throw CommandError.noBundles(folder: folder) }
    // The next run would take the patches for bundles.
    try OutputPath.check(output.string, isOutside: folder)
    try createFolders(output.string)
    let threads = verification.verifier.threads
    // One thread for each bundle: several bundles keep all cores at work.
    let maker = maker(verification.singleThreadedVerifier)
    let reports = Mutex([DiffReport?](repeating: nil, count: names.count))
    let total = UInt64(names.count)
    try ProgressBar.show("comparing bundles", total: total, unit: .count, options) { bar in
      try Parallel.forEach(names.count, threads: threads, makeState: {}) { index, _ in
        let report = try make(from: names[index], to: target, with: maker)
        let done = reports.withLock { reports in
          reports[index] = report
          return reports.count { $0 != nil }
        }
        bar.update(UInt64(done))
      }
    }
    try DiffAllReport(patches: reports.withLock { $0.compactMap(\.self) }).print(as: options)
  }

  private func make(
    from old: String, to new: ReadableFile, with maker: UpdateMaker
  ) throws -> DiffReport {
    let start = Date()
    let update = try maker.make(from: ReadableFile(old), to: new)
    let path = try output.string + "/" + update.publishedName()
    try writeWholeFile(update.bytes, to: path)
    return try DiffReport(update, patch: path, seconds: -start.timeIntervalSinceNow)
  }

  private func maker(_ verifier: BundleVerifier) -> UpdateMaker {
    UpdateMaker(format.updateFormat(of: output.string), level: level, verifier: verifier)
  }
}

/// The choice of a format, `auto` included.
enum DiffFormat: String, ExpressibleByArgument, CaseIterable {
  case auto, bsdiff, delta

  func updateFormat(of output: String) -> UpdateFormat {
    switch self {
    case .bsdiff: .bsdiff
    case .delta: .delta
    case .auto: output.lowercased().hasSuffix(".erosdelta") ? .delta : .bsdiff
    }
  }
}

extension BSDiffEncoder.Level: ExpressibleByArgument {}

private struct DiffReport: Report {
  let patch: String
  let format: String
  let bytes: UInt64
  /// The size of the whole new zip.
  let newBytes: UInt64
  /// The size of the patch as a share of the whole new zip.
  let share: Double
  let from: String
  let to: String
  /// The name under which an update server publishes it.
  let publishedName: String
  let seconds: Double

  init(_ update: Update, patch: String, seconds: Double) throws {
    self.patch = patch
    format = update.format.rawValue
    bytes = UInt64(update.bytes.count)
    newBytes = update.newSize
    share = update.newSize == 0 ? 0 : Double(bytes) / Double(update.newSize)
    from = update.from.tree.description
    to = update.to.tree.description
    publishedName = try update.publishedName()
    self.seconds = seconds
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("patch", style.bold(patch.escapedForDisplay))
    table.add("format", format)
    table.add(
      "size", "\(Readable.size(bytes)), \(Readable.share(bytes, of: newBytes)) of the whole zip")
    table.add("from", from)
    table.add("to", to)
    table.add("published as", publishedName)
    return table.text
  }
}

private struct DiffAllReport: Report {
  let patches: [DiffReport]

  func text(_ style: TextStyle) -> String {
    var table = TextTable(numbers: [0, 1])
    table.add("size", "of the zip", "patch")
    for patch in patches {
      table.add(
        Readable.size(patch.bytes), Readable.share(patch.bytes, of: patch.newBytes),
        patch.patch.escapedForDisplay)
    }
    return table.text
  }
}
