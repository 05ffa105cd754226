public import ErosBundle
public import ErosCore
import ErosFiles

extension BundleSource {
  /// Returns one warning for each limit in `limits` that a bundle with these files exceeds.
  ///
  /// Reads no files. ``PackedBundle/limitFindings(_:)`` also covers values that only packing
  /// determines.
  public func limitFindings(_ limits: ZipLimits = ZipLimits()) -> [Finding] {
    let sizes = files.map { (path: $0.path, size: $0.size) }
    return limits.findings(sizes, manifestSize: 0, folderCount: folders.count)
  }
}

extension BundleSource {
  /// Returns one warning for each file or folder that pages do not need, such as `.env` or
  /// `node_modules`.
  ///
  /// Empty files, such as `.gitkeep`, are accepted.
  public func unneededFindings() -> [Finding] {
    var subjects: [String] = []
    for file in files where file.size > 0 {
      let components = file.path.components
      guard let index = components.firstIndex(where: { $0.hasPrefix(".") || $0 == "node_modules" })
      else { continue }
      let subject = components[...index].joined(separator: "/")
      if subjects.last != subject { subjects.append(subject) }
    }
    return subjects.map {
      Finding(
        BundleFindingCode.fileUnneeded, subject: $0,
        "pages do not need it, and everything in a bundle is public")
    }
  }
}

extension BundleSource {
  /// Reads all pages and returns one warning for each that is not UTF-8, in the order of ``files``.
  package func encodingFindings(threads: Int) throws -> [Finding] {
    let pages = files.filter(\.path.isPage)
    let foreignPages = Lock<Set<BundlePath>>([])
    try Parallel.forEach(pages.count, threads: threads) {
      ()
    } _: { index, _ in
      guard case .disk(let path, _) = pages[index].content else { return }
      var text = PageText()
      try ReadableFile(path).forEachChunk { text.update($0) }
      if !text.isUTF8 { foreignPages.withLock { _ = $0.insert(pages[index].path) } }
    }
    let foreign = foreignPages.withLock { $0 }
    return pages.map(\.path).filter(foreign.contains).map {
      Finding(BundleFindingCode.pageNotUTF8, subject: $0.string, Finding.pageNotUTF8)
    }
  }
}

extension PackedBundle {
  /// Returns one warning for each limit in `limits` that this bundle exceeds.
  public func limitFindings(_ limits: ZipLimits = ZipLimits()) -> [Finding] {
    let sizes = files.map { (path: $0.path, size: $0.digest.size) }
    return limits.findings(sizes, manifestSize: manifestBytes.count, folderCount: folderCount)
      + zip(files, compressedSizes).compactMap { file, compressedSize in
        limits.exceedsRatio(file.digest.size, compressedSize)
          ? limits.ratioFinding(file, compressedSize) : nil
      }
  }
}

extension ZipLimits {
  fileprivate func findings(
    _ files: [(path: BundlePath, size: UInt64)], manifestSize: Int, folderCount: Int
  ) -> [Finding] {
    var findings: [Finding] = []
    // The manifest is an entry too.
    let entryCount = files.count + folderCount + 1
    if entryCount > entries {
      findings.append(
        Finding(
          BundleFindingCode.limitEntries, as: .warning,
          "the bundle has \(entryCount) files and folders, but readers accept \(entries)",
          remedy: "remove files; otherwise, each reader needs a higher `--max-entries`"))
    }
    let total = files.reduce(UInt64(manifestSize)) { sum, file in
      let (result, overflow) = sum.addingReportingOverflow(file.size)
      return overflow ? .max : result
    }
    if total > totalSize {
      let large = files.filter { $0.size > totalSize }
      findings.append(
        Finding(
          BundleFindingCode.limitSize, as: .warning, subject: large.first?.path.string,
          large.first.map {
            "it has \($0.size) bytes, but readers accept \(totalSize) for all files of a bundle"
          } ?? "the files have \(total) bytes in total, but readers accept \(totalSize)",
          remedy: "remove large files; otherwise, each reader needs a higher `--max-size`"))
    }
    if manifestSize > manifest.bytes {
      findings.append(
        Finding(
          BundleFindingCode.manifestMalformed, as: .warning, subject: BundleManifest.entryName,
          "it has \(manifestSize) bytes, but readers accept \(manifest.bytes)",
          remedy: "remove files or shorten their names"))
    }
    return findings
  }

  fileprivate func ratioFinding(_ file: BundleFile, _ compressedSize: UInt64) -> Finding {
    Finding(
      BundleFindingCode.limitRatio, as: .warning, subject: file.path.string,
      "it is compressed from \(file.digest.size) to \(compressedSize) bytes, but readers accept \(ratio):1",
      remedy: "pack again with `--store`")
  }
}
