public import ArgumentParser
import ErosBundle
import ErosCore
import ErosFiles
import ErosPack

struct DiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Create a patch from one bundle to another",
    discussion: """
      Verifies both bundles, creates the patch, applies it and compares the result before it writes \
      anything:

        $ eros diff old/bundle.zip new/bundle.zip --output update.erosdelta

      A content delta (delta) is for apps that link this project. A BSDIFF40 patch (bsdiff) is for \
      legacy clients. With --format auto, the name of the output decides: .erosdelta is a \
      content delta, any other name a BSDIFF40 patch.

      With --against, makes one patch from each .zip file in a folder; subfolders are skipped. --output is \
      then the folder for the patches. A legacy client asks for a BSDIFF40 patch by name, so it gets this \
      name, MD5.zip. A content delta is named OLD-NEW.erosdelta, by the jsVersion of both bundles. Either \
      all patches are written, or none:

        $ eros diff new/bundle.zip --against releases --output patches
      """)

  @Argument(
    help: "The old and the new bundle, or their folders; with --against, only the new one.",
    completion: .bundle)
  var bundles: [String]

  @Option(help: "A folder with bundles of earlier releases.", completion: .directory)
  var against: String?

  @Option(
    name: .shortAndLong, help: "The patch; with --against, the folder for the patches.",
    completion: .file())
  var output: OutputPath

  @Option(help: "The format of the patch; with auto, its name decides.")
  var format = DiffFormat.auto

  @Option(help: "The search effort for a BSDIFF40 patch (default: default).")
  var level: BSDiffEncoder.Level?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: OutputOptions

  func validate() throws {
    guard bundles.count == (against == nil ? 2 : 1) else {
      throw ValidationError(
        against == nil
          ? "expected two bundles, or one bundle and --against"
          : "expected one bundle with --against")
    }
    if level != nil, format.updateFormat(of: output.string) == .delta {
      throw ValidationError(
        "--level applies only to BSDIFF40 patches; the output is a content delta")
    }
  }

  func run() throws {
    noteFormat()
    if let against {
      try makeAll(from: against, to: bundles[0])
    } else {
      try makeOne(from: bundles[0], to: bundles[1])
    }
  }

  /// Names the format if the output's name selects the larger one.
  private func noteFormat() {
    guard format == .auto, format.updateFormat(of: output.string) == .bsdiff else { return }
    options.note(
      "the output is in the format of legacy clients (BSDIFF40), because its name does not end with .erosdelta; for apps that link this project, a content delta is usually much smaller: pass `--format delta`"
    )
  }

  private func makeOne(from old: String, to new: String) throws {
    let start = ClockTime.now
    let old = try bundle(old)
    let new = try bundle(new)
    try OutputPath.check([output.string], areNot: [old.path, new.path])
    let patch = try StagedFile(output.string)
    let maker = maker(verification.verifier)
    let sides = try ProgressBar.show("reading bundles", total: old.size + new.size, options) {
      bar in
      let before = try maker.read(WatchedZip(old) { bar.update($0) })
      return (before, try maker.read(WatchedZip(new) { bar.update(old.size + $0) }))
    }
    let update = try ProgressBar.show(
      "making the patch", total: 1000, unit: .share, options
    ) { bar in
      try Folder.withScratchFolder(beside: output.string) {
        try maker.make(from: sides.0, to: sides.1, scratch: $0) { bar.update(share: $0) }
      }
    }
    try patch.write(update.bytes, at: 0)
    try StagedFile.commit([patch])
    let report = try DiffReport(update, of: old.path, patch: output.string, since: start)
    report.warn(options)
    try report.print(as: options)
  }

  /// Makes patches from all other bundles in a folder, several in parallel.
  private func makeAll(from folder: String, to new: String) throws {
    let target = try bundle(new)
    let olds = try PatchSeries.bundles(in: folder, besides: target) { path, reason in
      options.detail("skipped '\(path.escapedForDisplay)': \(reason)")
    }
    // The next run would read the patches as bundles.
    try OutputPath.check(output.string, isOutside: folder)
    let threads = verification.verifier.threads
    // One thread for each bundle. Several bundles use all cores.
    let maker = maker(verification.singleThreadedVerifier)
    let series = try ProgressBar.show("reading bundles", total: olds.count, options) { bar in
      try PatchSeries(from: olds, to: target, maker, threads: threads) { bar.update(UInt64($0)) }
    }
    let patches = try ProgressBar.show("comparing bundles", total: olds.count, options) { bar in
      try series.write(into: output.string, threads: threads) { bar.update(UInt64($0)) }
    }
    for patch in patches { patch.warn(options) }
    try DiffAllReport(patches: patches).print(as: options)
  }

  private func bundle(_ path: String) throws -> ReadableFile {
    try ReadableFile(BundleArgument.file(at: path))
  }

  private func maker(_ verifier: BundleVerifier) -> UpdateMaker {
    UpdateMaker(
      format.updateFormat(of: output.string), level: level ?? .standard, verifier: verifier)
  }
}

extension ProgressBar {
  fileprivate static func show<Result>(
    _ what: String, total: Int, _ options: OutputOptions, while work: (ProgressBar) throws -> Result
  ) throws -> Result {
    try show(what, total: UInt64(total), unit: .count, options, while: work)
  }
}

/// A patch's format, or `auto`.
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

struct DiffReport: Report {
  let old: String
  let patch: String
  let format: String
  let bytes: UInt64
  let newBytes: UInt64
  /// The patch's size as a share of the new zip.
  let share: Double
  let from: String
  let to: String
  let fromVersion: String
  let toVersion: String
  let publishedName: String
  /// `true` if applying the patch gives the new zip byte for byte.
  let identical: Bool
  let seconds: Double
  private let warnings: [Message]

  private enum CodingKeys: String, CodingKey {
    case old, patch, format, bytes, newBytes, share, from, to, fromVersion, toVersion
    case publishedName, identical, seconds
  }

  /// Reports an update from `old` that was started at `start` and written to `patch`.
  init(_ update: Update, of old: String, patch: String, since start: ClockTime) throws {
    self.old = old
    self.patch = patch
    format = update.format.rawValue
    bytes = UInt64(update.bytes.count)
    newBytes = update.newSize
    share = update.newSize == 0 ? 0 : Double(bytes) / Double(update.newSize)
    from = update.from.tree.description
    to = update.to.tree.description
    fromVersion = update.from.jsVersion.description
    toVersion = update.to.jsVersion.description
    publishedName = try update.publishedName()
    identical = update.isIdentical
    seconds = (.now - start).seconds
    warnings = Self.warnings(update, old: old, patch: patch)
  }

  func warn(_ options: OutputOptions) {
    for warning in warnings { options.warn(warning) }
  }

  private static func warnings(_ update: Update, old: String, patch: String) -> [Message] {
    var warnings: [Message] = []
    if !update.isIdentical {
      warnings.append(
        "'\(patch.escapedForDisplay)' produces the published files, but a different zip, because another tool or version packed the new bundle; BSDIFF40 patches do not apply to this zip"
      )
    }
    if update.from.jsVersion == update.to.jsVersion {
      warnings.append(
        "'\(old.escapedForDisplay)' has the jsVersion of the new bundle, so no client requests this patch"
      )
    }
    if update.from.timestamp > update.to.timestamp {
      warnings.append(
        "'\(old.escapedForDisplay)' was built after the new bundle, so the patch downgrades to an older release"
      )
    }
    if let from = update.from.appName, let to = update.to.appName, from != to {
      warnings.append(
        "'\(old.escapedForDisplay)' belongs to the app '\(from.escapedForDisplay)', but the new bundle belongs to '\(to.escapedForDisplay)'"
      )
    }
    if let from = update.from.wgt?.appID, let to = update.to.wgt?.appID, from != to {
      warnings.append(
        "'\(old.escapedForDisplay)' has the appid \(from), but the new package has \(to); uni-app would refuse it"
      )
    }
    return warnings
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("patch", style.bold(patch.escapedForDisplay))
    table.add("format", format)
    table.add(
      "size", "\(Readable.size(bytes)), \(Readable.share(bytes, of: newBytes)) of the new zip")
    table.add("from", style.hash(from))
    table.add("to", style.hash(to))
    // Only legacy clients request a patch by its name.
    if format == UpdateFormat.bsdiff.rawValue { table.add("published as", publishedName) }
    return table.text
  }
}

private struct DiffAllReport: Report {
  let patches: [DiffReport]

  func text(_ style: TextStyle) -> String {
    var table = TextTable(numbers: [0, 1])
    table.add("size", "of the zip", "from", "patch")
    for patch in patches {
      table.add(
        Readable.size(patch.bytes), Readable.share(patch.bytes, of: patch.newBytes),
        patch.old.escapedForDisplay, patch.patch.escapedForDisplay)
    }
    return table.text
  }
}
