import ErosCore
import ErosFiles
import ErosTrust
import SystemPackage

/// The folders `trust/` and `downloads/` in a sandbox.
///
/// They stay locked until the last copy of this value is released, so only one process at a time
/// checks for updates. The sandbox's own lock is held only while a release is being staged.
struct DeviceFolder {
  let metadata: TrustFolder
  let downloads: Folder
  private let trust: Folder

  /// Opens and locks the folders in the sandbox at `path`.
  ///
  /// Creates missing ones.
  ///
  /// - Throws: ``SandboxError/busy(path:)`` if another process updates the sandbox, or `FileError`.
  init(_ path: String, lockTimeout: TimeLength) throws {
    _ = try createFolders(path, creating: .ownerOnly)
    let root = try Folder(path, creating: .ownerOnly)
    trust = try root.folder(UpdateFolders.trust)
    do throws(FileError) {
      metadata = try TrustFolder(trust.path, timeout: lockTimeout)
    } catch {
      throw error.reason == .wouldBlock ? SandboxError.busy(path: path) : error
    }
    downloads = try root.folder(UpdateFolders.downloads)
  }

  // MARK: - ID

  /// Returns the device's ID.
  ///
  /// The first call creates it.
  func id() throws -> DeviceID {
    if let id = try storedID() { return id }
    var generator = SystemRandomNumberGenerator()
    let id = DeviceID(using: &generator)
    try trust.replaceSharedFile(UpdateFolders.deviceID, with: Array((id.text + "\n").utf8))
    return id
  }

  /// Returns `nil` if the file is missing or damaged.
  private func storedID() throws -> DeviceID? {
    guard
      let bytes = try trust.contents(
        of: UpdateFolders.deviceID, limit: DeviceID.maximumLength + 1)
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.last == "\n" ? DeviceID(String(text.dropLast())) : nil
  }

  // MARK: - Trust

  /// Reads the digests of trusted root metadata.
  ///
  /// A missing file counts as empty.
  func knownRoots() throws -> KnownRoots {
    try trust.contents(of: UpdateFolders.knownRoots, limit: KnownRoots.maximumLength)
      .map { KnownRoots($0) } ?? KnownRoots()
  }

  /// Writes the digests durably.
  func write(_ roots: KnownRoots) throws {
    try trust.replaceSharedFile(UpdateFolders.knownRoots, with: roots.bytes)
  }

  // MARK: - Record

  /// Reads the check record.
  ///
  /// A missing or damaged file counts as empty.
  func record() throws -> CheckRecord {
    try trust.contents(of: UpdateFolders.checkRecord, limit: CheckRecord.maximumLength)
      .flatMap { CheckRecord($0) } ?? CheckRecord()
  }

  /// Writes the record durably.
  func write(_ record: CheckRecord) throws {
    try trust.replaceSharedFile(UpdateFolders.checkRecord, with: record.bytes)
  }

  // MARK: - Reports

  /// Reads the usage reports.
  ///
  /// A missing or damaged file counts as empty.
  func reports() throws -> ReportRecord {
    try trust.contents(of: UpdateFolders.reports, limit: ReportRecord.maximumLength)
      .map { ReportRecord($0) } ?? ReportRecord()
  }

  /// Writes the reports durably.
  func write(_ reports: ReportRecord) throws {
    try trust.replaceSharedFile(UpdateFolders.reports, with: reports.bytes)
  }

  func removeReports() throws { try trust.removeTree(UpdateFolders.reports) }

  // MARK: - Downloads

  /// Removes all downloads except `artifacts`.
  ///
  /// Ignores errors.
  func removeDownloads(except artifacts: [FetchArtifact]) {
    let names = Set(artifacts.map { "\($0.file.digest)" })
    for file in (try? downloads.names()) ?? [] {
      let suffix = UpdateFolders.tagSuffix
      let name = file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file
      if !names.contains(name) { try? downloads.removeTree(file) }
    }
  }
}
