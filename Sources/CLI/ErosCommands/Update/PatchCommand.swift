public import ArgumentParser
import ErosBundle
public import ErosCore
import ErosFiles
import ErosLegacyPatch
import ErosPack

struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Apply a patch to an old bundle to get the new one",
    discussion: """
      The first bytes of the patch determine its format. The result is written only if it verifies \
      as a bundle:

        $ eros patch old/bundle.zip update.erosdelta --output new.zip

      A content delta gives the new zip byte for byte if the compressor has the same version. \
      Otherwise the files and the manifest are the same, and a warning says that the zip cannot be a \
      base for BSDIFF40 patches.

      A patch is not signed, so its result is a valid bundle, but not necessarily the published one. \
      With --sha256, the digest of the published zip from a source that you trust, any other result is \
      rejected (exit status 65).

      An existing file at the output is replaced when the new bundle is complete; it cannot be an \
      input. A content delta unpacks the release beside the output while it runs.

      A content delta can also update an unpacked release. Its files are verified, and the new ones \
      are written to a folder that must be missing or empty:

        $ eros patch old/release update.erosdelta --output new/release
      """)

  @Argument(
    help: "The old bundle, or the folder of an unpacked one.",
    completion: .bundle)
  var old: String

  @Argument(help: "The patch, in either format.", completion: .file())
  var patch: String

  @Option(
    name: .shortAndLong, help: "The new bundle, or the new folder.", completion: .bundle)
  var output: OutputPath

  @Flag(help: "Apply a BSDIFF40 patch to files that are not bundles, without verification.")
  var raw = false

  @Option(
    name: .customLong("sha256"),
    help:
      "The SHA-256 of the published zip, 64 hexadecimal digits; any other result is rejected.")
  var expected: SHA256Digest?

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let patch = try ReadableFile(patch)
    let applier = UpdateApplier(
      verification.verifier, rebuildingZipBy: .packing, patchingZipsBy: .bsdiff)
    let isFolder = try !raw && FileStatus(of: old).kind == .folder
    try OutputPath.check([output.string], areNot: [old, patch.path])
    let report = try ProgressBar.show(
      "applying the patch", total: Self.progressTotal, unit: .share, options
    ) { bar in
      let progress: Progress = { bar.update(share: $0) }
      return isFolder
        ? try makeFolder(patch, applier, progress)
        : try makeZip(ReadableFile(old), patch, applier, progress)
    }
    if report.identical == false { options.warnOfOtherZip() }
    try report.print(as: options)
  }

  private typealias Progress = @Sendable (Double) -> Void
  private static let progressTotal: UInt64 = 1000

  private func makeFolder(
    _ patch: ReadableFile, _ applier: UpdateApplier, _ progress: @escaping Progress
  ) throws -> PatchReport {
    guard expected == nil else {
      throw ValidationError("--sha256 requires a zip, and '\(old.escapedForDisplay)' is a folder")
    }
    // The old folder would no longer contain its release.
    try OutputPath.check(output.string, isOutside: old)
    let delta = try Folder.make(output.string) {
      try applier.apply(patch, toFolder: old, into: $0, progress: progress)
    }
    return PatchReport(output.string, delta)
  }

  private func makeZip(
    _ old: ReadableFile, _ patch: ReadableFile, _ applier: UpdateApplier,
    _ progress: @escaping Progress
  ) throws -> PatchReport {
    let zip = try StagedFile(output.string)
    let report: PatchReport
    if raw {
      try applier.applyRaw(patch, to: old, into: zip, expecting: expected, progress: progress)
      report = PatchReport(
        output.string, bytes: try zip.size(), identical: expected == nil ? nil : true)
    } else {
      let result = try Folder.withScratchFolder(beside: output.string) {
        try applier.apply(
          patch, to: old, into: zip, scratch: $0, expecting: expected, progress: progress)
      }
      report = PatchReport(output.string, bytes: try zip.size(), result)
    }
    try StagedFile.commit([zip])
    return report
  }
}

extension SHA256Digest: ExpressibleByArgument {
  /// Parses hexadecimal digits in either case, because some tools print capitals.
  public init?(argument: String) { self.init(argument.lowercased()) }
}

private struct PatchReport: Report {
  let output: String
  let format: String?
  let jsVersion: String?
  let treeHash: String?
  /// `true` if the zip equals the published zip byte for byte.
  ///
  /// `null` if that is unknown.
  let identical: Bool?
  let bytes: UInt64

  init(
    _ output: String, bytes: UInt64, _ result: UpdateApplier.Result? = nil, identical: Bool? = nil
  ) {
    self.output = output
    self.bytes = bytes
    format = result?.format.rawValue ?? UpdateFormat.bsdiff.rawValue
    jsVersion = result?.report.manifest?.jsVersion.description
    treeHash = result?.report.treeHash?.description
    self.identical = result?.isIdentical ?? identical
  }

  /// Reports an output folder with all files except the manifest.
  init(_ output: String, _ delta: ContentDelta) {
    self.output = output
    bytes = delta.totalSize
    format = UpdateFormat.delta.rawValue
    jsVersion = nil
    treeHash = delta.after.description
    identical = nil
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("written", "\(style.bold(output.escapedForDisplay)), \(Readable.size(bytes))")
    if let jsVersion { table.add("jsVersion", jsVersion) }
    if let treeHash { table.add("tree hash", style.hash(treeHash)) }
    return table.text
  }
}
