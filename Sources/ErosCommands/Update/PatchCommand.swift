import ArgumentParser
import ErosBundle
import ErosCore
import ErosDelta
import ErosFiles

struct PatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "patch",
    abstract: "Make the new bundle out of the old one and a patch",
    discussion: """
      The patch says by its first bytes what it is. The result must verify as a bundle, or nothing \
      is written:

        $ eros patch old/bundle.zip update.erosdelta --output new.zip

      A content delta gives the very bytes of the new zip as long as the compressor is of the same \
      version; otherwise the files are the same, and a warning says that the zip is no base for \
      BSDIFF40 patches.

      What stands at the output is replaced, but not before the new bundle is whole; that may be the old \
      bundle itself. For a content delta, the unpacked release finds room beside the output meanwhile.

      An unpacked release is updated by a content delta, too. Its files are verified, and the new \
      ones are put into a folder that must not be there yet, or be empty:

        $ eros patch old/release update.erosdelta --output new/release
      """)

  @Argument(
    help: "The old bundle, or the folder of an unpacked one.",
    completion: .bundle)
  var old: String

  @Argument(help: "The patch, of either format.", completion: .file())
  var patch: String

  @Option(help: "The new bundle, or the new folder.", completion: .bundle)
  var output: OutputPath

  @Flag(help: "Apply a BSDIFF40 patch to files that are no bundles, and verify nothing.")
  var raw = false

  @OptionGroup var verification: VerifyOptions
  @OptionGroup var options: OutputOptions

  func run() throws {
    let patch = try ReadableFile(patch)
    try output.checkIsNone(of: [patch])
    let applier = UpdateApplier(verification.verifier)
    let isFolder = try !raw && FileStatus(of: old).kind == .folder
    let report =
      isFolder ? try makeFolder(patch, applier) : try makeZip(ReadableFile(old), patch, applier)
    try report.print(as: options)
  }

  private func makeFolder(_ patch: ReadableFile, _ applier: UpdateApplier) throws -> PatchReport {
    // The old folder would no longer be the release that it is.
    try OutputPath.check(output.string, isOutside: old)
    let delta = try Folder.make(output.string) {
      try applier.apply(patch, toFolder: old, into: $0)
    }
    return PatchReport(output.string, delta)
  }

  private func makeZip(
    _ old: ReadableFile, _ patch: ReadableFile, _ applier: UpdateApplier
  ) throws -> PatchReport {
    let zip = try StagedFile(output.string)
    let report: PatchReport
    if raw {
      try applier.applyRaw(patch, to: old, into: zip)
      report = PatchReport(output.string, bytes: try zip.size())
    } else {
      let result = try Folder.withScratchFolder(beside: output.string) {
        try applier.apply(patch, to: old, into: zip, scratch: $0)
      }
      report = PatchReport(output.string, bytes: try zip.size(), result)
      if !result.isIdentical {
        options.warnOfOtherZip()
      }
    }
    try StagedFile.commit([zip])
    return report
  }
}

extension OutputOptions {
  /// Says that a zip was packed again, and came out with other bytes than the published one.
  func warnOfOtherZip() {
    warn(
      "the files are right, but the zip has other bytes than the published one: it is no base for BSDIFF40 patches"
    )
  }
}

private struct PatchReport: Report {
  let output: String
  @OrNull var format: String?
  @OrNull var jsVersion: String?
  @OrNull var treeHash: String?
  /// Whether the zip is byte for byte the published one.
  @OrNull var identical: Bool?
  let bytes: UInt64

  init(_ output: String, bytes: UInt64, _ result: UpdateApplier.Result? = nil) {
    self.output = output
    self.bytes = bytes
    format = result?.format.rawValue ?? UpdateFormat.bsdiff.rawValue
    jsVersion = result?.report.manifest?.jsVersion.description
    treeHash = result?.report.treeHash?.description
    identical = result?.isIdentical
  }

  /// A folder was made, which has all files but the manifest.
  init(_ output: String, _ delta: ContentDelta) {
    self.output = output
    bytes = delta.totalSize
    format = UpdateFormat.delta.rawValue
    treeHash = delta.after.description
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add("written", "\(style.bold(output.escapedForDisplay)), \(Readable.size(bytes))")
    if let jsVersion { table.add("jsVersion", jsVersion) }
    if let treeHash { table.add("tree hash", treeHash) }
    return table.text
  }
}
