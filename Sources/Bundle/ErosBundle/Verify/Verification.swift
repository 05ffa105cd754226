import ErosCore
import ErosCrypto
import ErosFiles

/// The state of one verification by ``BundleVerifier``.
struct Verification {
  private let structure: ZipStructure
  private let limits: JSONReader.Limits
  private let isStrict: Bool
  private let isForPublishing: Bool
  private let now: Int64?
  private let fileEntries: [ZipEntry]
  private var findings: BundleFindingList
  private var manifest: BundleManifest?
  private var manifestBytes: [UInt8]?
  private var wgt: WgtIdentity?
  /// `true` if the name or the contents show a uni-app resource package.
  private var isWgt: Bool
  private var files: [VerificationReport.File] = []
  private var treeHash: TreeHash?

  init(_ structure: ZipStructure, of source: some ZipSource, by verifier: BundleVerifier) {
    self.structure = structure
    isWgt = source.path.lowercased().hasSuffix(WgtIdentity.suffix)
    limits = verifier.limits.manifest
    isStrict = verifier.isStrict
    isForPublishing = verifier.isForPublishing
    now = verifier.now
    findings = structure.list
    fileEntries = structure.entries.filter { !$0.isFolder }
  }

  // MARK: - The manifest

  /// Reads `md5.json` and compares it with `config`.
  ///
  /// - Returns: An error in its data, if there is one. ``readFiles(_:threads:sink:)`` also reports
  ///   it.
  @discardableResult
  mutating func readManifest(
    _ source: some ZipSource, config: (text: [UInt8], name: String)?
  ) throws -> Finding? {
    let name = BundleManifest.entryName
    guard let entry = fileEntries.first(where: { $0.path.string == name }) else {
      findings.add(.manifestMissing, "'\(name)' not found in the zip")
      return nil
    }
    guard entry.size <= UInt64(limits.bytes) else {
      findings.add(
        .manifestMalformed, subject: name,
        "it has \(entry.size) bytes; the limit is \(limits.bytes)")
      return nil
    }
    var text: [UInt8] = []
    // `readFiles` also reports an error in its data.
    if let damage = try EntryReader(source).read(entry, { text += $0 }) { return damage }
    manifestBytes = text
    manifest = BundleManifest.read(text, name: name, limits: limits, into: &findings)
    if let config { compare(config, with: text) }
    checkTimestamp()
    return nil
  }

  /// Reads `manifest.json`, if the bundle is a uni-app resource package.
  mutating func readWgt(_ source: some ZipSource) throws {
    let name = WgtIdentity.fileName
    let isNamed = isWgt
    guard let entry = fileEntries.first(where: { $0.path.string == name }) else {
      if isNamed { addWgtFailure("'\(name)' not found in the zip") }
      return
    }
    let limit = WgtIdentity.limits.bytes
    guard entry.size <= UInt64(limit) else {
      if isNamed { addWgtFailure("'\(name)' has \(entry.size) bytes; the limit is \(limit)") }
      return
    }
    var text: [UInt8] = []
    // `readFiles` also reports an error in its data.
    guard try EntryReader(source).read(entry, { text += $0 }) == nil else { return }
    do throws(WgtFailure) {
      wgt = try WgtIdentity(text)
      isWgt = true
    } catch {
      if isNamed || error.isOfBuild { addWgtFailure(error.message) }
    }
  }

  private mutating func addWgtFailure(_ message: Message) {
    isWgt = true
    findings.add(.wgtInvalid, as: isForPublishing ? .error : .warning, message)
  }

  private mutating func checkTimestamp() {
    guard let now, let timestamp = manifest?.timestamp,
      let doubt = BundleManifest.doubt(about: timestamp, at: now)
    else { return }
    findings.add(doubt.finding(subject: BundleManifest.entryName))
  }

  mutating func add(_ finding: Finding) { findings.add(finding) }

  private mutating func compare(_ config: (text: [UInt8], name: String), with text: [UInt8]) {
    guard config.text != text else { return }
    let other = BundleManifest.read(
      config.text, name: config.name, limits: limits, into: &findings)
    guard other != nil, manifest != nil,
      let beside = try? JSONReader.read(config.text, file: config.name, limits: limits),
      let inside = try? JSONReader.read(
        text, file: BundleManifest.entryName, limits: limits)
    else { return }
    if !beside.value.isEquivalent(to: inside.value) {
      findings.add(
        .manifestMismatch,
        "'\(config.name.escapedForDisplay)' and '\(BundleManifest.entryName)' in the zip differ")
    }
  }

  // MARK: - The files

  /// Checks that folder entries have no data, because stream readers decompress it.
  mutating func checkFolders(_ source: some ZipSource) throws {
    let reader = EntryReader(source)
    for entry in structure.entries where entry.isFolder {
      if let damage = try reader.read(entry, { _ in }) { findings.add(damage) }
    }
  }

  /// Reads each file once, hashes it, and compares it with the manifest.
  mutating func readFiles(
    _ source: some ZipSource, threads: Int, sink: (any FileSink)?
  ) throws {
    let listed = listedFiles()
    // Largest first, so that no thread starts a large file at the end. Unpacking goes by folder.
    let order =
      sink == nil
      ? fileEntries.indices.sorted { fileEntries[$0].size > fileEntries[$1].size }
      : Self.interleaved(
        fileEntries.indices.sorted { fileEntries[$0].path < fileEntries[$1].path }, to: threads)
    let results = Lock([FileCheck.Result?](repeating: nil, count: fileEntries.count))
    let entries = fileEntries
    try Parallel.forEach(order.count, threads: threads) {
      try FileCheck(source, sink: sink)
    } _: { position, check in
      let entry = entries[order[position]]
      let result = try check.check(entry, listed: listed[entry.path])
      results.withLock { $0[order[position]] = result }
    }
    for case let result? in results.withLock({ $0 }) {
      files.append(result.file)
      if let damage = result.damage { findings.add(damage) }
      if result.isPrivateKey {
        findings.add(
          .privateKey, as: isForPublishing ? .error : .warning,
          subject: result.file.entry.path.string, "it is a private key, and bundles are public")
      }
      if result.isForeignText { findings.addPageNotUTF8(result.file.entry.path) }
      if let file = listed[result.file.entry.path] {
        findings.addDifferences(of: result.file, from: file)
      }
    }
    report(missingFrom: listed)
  }

  /// Interleaves files so that threads work in different folders, where they do not block each
  /// other.
  private static func interleaved<Element>(_ list: [Element], to threads: Int) -> [Element] {
    let length = (list.count + threads - 1) / max(1, threads)
    return (0..<length).flatMap { turn in
      stride(from: turn, to: list.count, by: length).map { list[$0] }
    }
  }

  /// Returns the listed files by path, and reports errors in the list.
  private mutating func listedFiles() -> [BundlePath: BundleManifest.File] {
    var listed: [BundlePath: BundleManifest.File] = [:]
    for file in manifest?.files ?? [] {
      do throws(BundlePathProblem) {
        let path = try BundlePath(String(file.page.unicodeScalars.dropFirst()))
        if path.string == BundleManifest.entryName {
          report(.fileNameInvalid, file, "the manifest lists itself")
        } else if listed.updateValue(file, forKey: path) != nil {
          report(.fileListedTwice, file, "the manifest lists it twice")
        }
      } catch {
        report(.fileNameInvalid, file, "in the manifest: \(error)")
      }
    }
    return listed
  }

  private mutating func report(
    _ code: BundleFindingCode, _ file: BundleManifest.File, _ message: @autoclosure () -> Message
  ) {
    findings.add(code, subject: Finding.entryName(file.page.utf8), message())
  }

  private mutating func report(missingFrom listed: [BundlePath: BundleManifest.File]) {
    guard let manifest else { return }
    let present = Set(fileEntries.map(\.path))
    for path in listed.keys.filter({ !present.contains($0) }).sorted() {
      findings.add(
        .fileMissing, subject: path.string, "the manifest lists it, but it is not in the zip")
    }
    let unlisted = fileEntries.filter {
      listed[$0.path] == nil && $0.path.string != BundleManifest.entryName
    }
    if manifest.files.isEmpty, !unlisted.isEmpty {
      // An error in any mode, because no file would be checked.
      findings.add(
        .fileUnlisted, as: .error, "the manifest lists no files, but the zip has \(unlisted.count)")
    }
    for entry in unlisted {
      findings.add(
        .fileUnlisted, subject: entry.path.string, "the manifest does not list it")
    }
  }

  /// Compares paths and sizes with the manifest.
  ///
  /// Does not read the files.
  mutating func compareEntries() throws {
    let listed = listedFiles()
    for entry in fileEntries {
      if let file = listed[entry.path] { findings.addDifference(of: entry.size, from: file, entry) }
    }
    report(missingFrom: listed)
    if let manifest { try compareVersion(of: manifest) }
  }

  // MARK: - Totals

  /// Computes the tree hash and `jsVersion`, and compares them with the manifest.
  mutating func compareTotals() throws {
    let contents = files.compactMap { file -> BundleFile? in
      guard file.entry.path.string != BundleManifest.entryName else { return nil }
      return file.digest.map { BundleFile(path: file.entry.path, digest: $0) }
    }
    let isComplete = files.allSatisfy { $0.digest != nil }
    if isComplete { treeHash = try TreeHash.of(contents) }
    guard let manifest else { return }
    try compareVersion(of: manifest)
    if let recorded = manifest.treeHash, let treeHash, recorded != treeHash {
      findings.add(
        .treeHashMismatch,
        "the tree hash of the files is \(treeHash), but the manifest says \(recorded)")
    }
    if !LegacyRules.shareOneRule(files) {
      findings.add(
        .digestRulesMixed,
        "its binary files follow different legacy digest rules; one build follows one rule")
    }
  }

  private mutating func compareVersion(of manifest: BundleManifest) throws {
    let version = try BundleVersion.of(manifest.files.map(\.md5))
    if version != manifest.jsVersion {
      findings.add(
        .versionMismatch,
        "the jsVersion of the listed digests is \(version), but the manifest says \(manifest.jsVersion)"
      )
    }
  }

  consuming func report() -> VerificationReport {
    let isUnsafe = findings.errorCodes.contains(where: \.meansUnsafe)
    if isStrict { findings.raiseWarnings() }
    let verdict: VerificationReport.Verdict =
      isUnsafe ? .unsafe : findings.hasErrors ? .mismatch : .verified
    return VerificationReport(
      verdict: verdict, manifest: manifest, manifestBytes: manifestBytes, wgt: wgt, files: files,
      folders: structure.entries.filter(\.isFolder).map(\.path), treeHash: treeHash,
      bytes: files.reduce(0) {
        $1.entry.path.string == BundleManifest.entryName ? $0 : $0 + $1.entry.size
      },
      findings: isWgt ? findings.all.map(Self.advisingWgt) : findings.all)
  }

  /// Returns a finding whose remedy packs a resource package, not other pages.
  private static func advisingWgt(_ finding: Finding) -> Finding {
    if finding.has(BundleFindingCode.manifestMissing) {
      return finding.replacingRemedy(
        "only `eros` adds this file; pack the build of the app with `eros pack --wgt`")
    }
    let (pack, packWgt) = ("eros pack", "eros pack --wgt")
    return finding.replacingRemedy(
      finding.remedy?.mappingCommands { command in
        command.hasPrefix(pack) && !command.hasPrefix(packWgt)
          ? packWgt + command.dropFirst(pack.count) : command
      })
  }
}
