package import ErosBundle
package import ErosCore
import ErosCrypto
import ErosFiles
import ErosPack
package import ErosStore
package import ErosTrust

/// Checks an export from an eros-publish server, and selects the bundles to import into a channel.
package struct ImportPlan: Sendable {
  struct Bundle: Sendable {
    let path: String
    let release: Update.Release
    let native: [Platform: String]
    let pagesSize: Int64
    let digest: FileDigest
  }

  package let channel: ChannelName
  let folder: String
  /// Sorted by build time.
  private(set) var bundles: [Bundle] = []
  /// The responses of the old server for the app.
  ///
  /// They include unusable bundles.
  let serverResponses: ServerResponses
  private let skipsUnusable: Bool
  package private(set) var findings: [Finding]
  /// Records left out because their bundle is unusable.
  package private(set) var skippedCount = 0

  /// Verifies every bundle in an export.
  ///
  /// - Parameters:
  ///   - export: The records. Only records of the same app as the channel are used.
  ///   - channel: The channel to import into.
  ///   - folder: A folder with files named `<jsVersion>.zip`.
  ///   - skipsUnusable: If `true`, a record with an unusable bundle is left out and reported as a
  ///     warning. The newest record of an app version remains an error, because clients would get
  ///     an older bundle.
  ///   - verifier: Verifies the bundles.
  ///   - progress: Called with the number of bundles done so far and in total.
  /// - Throws: ``PublishError/noRecords(app:found:)`` if all records are valid but belong to other
  ///   apps, or `FileError` if the folder cannot be read.
  package init(
    _ export: ServerExport, to channel: ChannelName, bundles folder: String, skipsUnusable: Bool,
    verifier: BundleVerifier, progress: (Int, Int) -> Void = { _, _ in }
  ) throws {
    self.channel = channel
    self.folder = folder
    self.skipsUnusable = skipsUnusable
    findings = export.findings
    let records = export.records.filter { $0.app == channel.app }
    serverResponses = ServerResponses(records)
    addOtherApps(export)
    guard !records.isEmpty else {
      // Some records of the app may be invalid.
      guard !findings.hasErrors else { return }
      let apps = Set(export.records.map(\.app)).sorted { inByteOrder($0, $1) }
      throw PublishError.noRecords(app: channel.app, found: apps)
    }
    // Report a wrong folder once, not once per record.
    _ = try Folder(folder)
    let groups = Dictionary(grouping: records, by: \.jsVersion)
    let order = groups.sorted { $0.value[0].number < $1.value[0].number }
    let newest = Set(serverResponses.newest.values)
    for (index, (jsVersion, group)) in order.enumerated() {
      progress(index, order.count)
      try addBundle(
        jsVersion, group, file: export.file, isNewest: newest.contains(jsVersion), verifier)
    }
    bundles.sort {
      ($0.release.timestamp, $0.release.jsVersion) < ($1.release.timestamp, $1.release.jsVersion)
    }
  }

  /// Throws ``PublishError/unusableRecords(findings:canSkip:)`` if there are errors.
  package func check() throws(PublishError) {
    let errors = findings.filter { $0.severity == .error }
    guard errors.isEmpty else {
      throw .unusableRecords(findings: errors.count, canSkip: !skipsUnusable)
    }
  }

  private mutating func addOtherApps(_ export: ServerExport) {
    let others = Dictionary(grouping: export.records.filter { $0.app != channel.app }, by: \.app)
    for (app, records) in others.sorted(by: { inByteOrder($0.key, $1.key) }) {
      findings.append(
        Finding(
          ImportFindingCode.otherApp, file: export.file, subject: app,
          "\(ServerExport.count(records.count)) of the app '\(app)'"))
    }
  }

  // MARK: - Bundles

  private mutating func addBundle(
    _ jsVersion: BundleVersion, _ group: [ServerExport.Record], file: String, isNewest: Bool,
    _ verifier: BundleVerifier
  ) throws {
    let name = "\(jsVersion).zip"
    let subject = "record \(group[0].number)"
    func finding(_ code: ImportFindingCode, _ message: Message) -> Finding {
      Finding(
        code, as: skipsUnusable && !isNewest ? .warning : nil, file: file, subject: subject,
        message,
        remedy: skipsUnusable && isNewest ? Self.newestRemedy : nil)
    }
    do throws(Failure) {
      let bundle = try read(name, verifier)
      guard bundle.release.jsVersion == jsVersion else {
        throw .unusable("'\(name)' has the jsVersion \(bundle.release.jsVersion)")
      }
      guard bundle.release.appName == channel.app else {
        let app: Message = bundle.release.appName.map { "the app '\($0)'" } ?? "no app"
        throw .unusable("'\(name)' belongs to \(app)")
      }
      bundles.append(bundle)
      compare(bundle, group, file: file)
    } catch {
      switch error {
      case .missing:
        findings.append(finding(.bundleMissing, "'\(name)' is not in the folder of the bundles"))
      case .unusable(let reason): findings.append(finding(.bundleUnusable, reason))
      }
      skippedCount += group.count
    }
  }

  private static let newestRemedy: Message =
    "the newest bundle of a version of the app cannot be left out, because clients would get an older one: copy it, or remove the record from the export if no device runs this version of the app"

  private enum Failure: Error {
    case missing
    case unusable(Message)
  }

  private func read(_ name: String, _ verifier: BundleVerifier) throws(Failure) -> Bundle {
    let path = folder + "/" + name
    do {
      guard try FileStatus.ifExists(path) != nil else { throw Failure.missing }
      let file = try ReadableFile(path)
      let side = try UpdateMaker(.bsdiff, level: .standard, verifier: verifier).read(file)
      return Bundle(
        path: path, release: side.release, native: side.manifest.native,
        pagesSize: Int64(clamping: side.pagesSize), digest: try ObjectContents(file).digest)
    } catch let fault as Failure {
      throw fault
    } catch let error as any ErosError {
      throw .unusable(error.problem)
    } catch {
      throw .unusable("\(error)")
    }
  }

  /// Reports values that differ from the records.
  ///
  /// Clients compare the values in the bundle, so these count.
  private mutating func compare(
    _ bundle: Bundle, _ group: [ServerExport.Record], file: String
  ) {
    if group.count > 1 {
      let numbers = group.map { "\($0.number)" }.joined(separator: ", ")
      findings.append(
        Finding(
          ImportFindingCode.recordRepeated, file: file,
          subject: "\(bundle.release.jsVersion).zip",
          "the records \(numbers) are about the same bundle; it is imported once"))
    }
    guard !group.contains(where: { $0.built == bundle.release.timestamp }) else { return }
    findings.append(
      Finding(
        ImportFindingCode.bundleDiffers, file: file, subject: "record \(group[0].number)",
        "it says that '\(bundle.release.jsVersion).zip' was built at \(Timestamp(milliseconds: group[0].built)), but the bundle says \(Timestamp(milliseconds: bundle.release.timestamp)), which counts"
      ))
  }
}
