import ErosBundle
public import ErosConfig
import ErosCore
public import ErosFiles
import ErosPack

extension ProjectCheck {
  /// Checks the bundles in the native projects against a budget.
  ///
  /// Adds a note about each limit that is not checked.
  ///
  /// - Parameters:
  ///   - budget: The maximum sizes.
  ///   - base: The base bundle for the limit of the content delta, or `nil` if the base is not a
  ///     bundle.
  ///   - deltaSize: Returns the size of the content delta from the first bundle to the second
  ///     bundle, or `nil` if they are too large.
  /// - Returns: The parts that were checked.
  /// - Throws: `FileError`, and the errors of `deltaSize`.
  public mutating func checkBudget(
    _ budget: SizeBudget, base: ReadableFile?,
    deltaSize: (ReadableFile, ReadableFile) throws -> UInt64?
  ) throws -> Set<SizeBudget.Part> {
    guard !budget.isEmpty else { return [] }
    let bundles = try bundlesOfApps()
    guard !bundles.isEmpty else {
      notes.append("the budget is not checked, because no bundle is packed; run `eros pack`")
      return []
    }
    var checked = Set(budget.limits.keys).subtracting([.delta])
    var found: [Finding] = []
    for bundle in bundles {
      found += try findings(on: bundle, budget)
      guard budget[.delta] != nil, let base else { continue }
      checked.insert(.delta)
      do {
        let finding =
          try deltaSize(base, bundle).map { budget.finding(.delta, size: $0) }
          ?? budget.findingOfMissingDelta("the bundles are too large")
        found += [finding?.with(file: bundle.path)].compactMap(\.self)
      } catch let error as any ErosError where error.exitStatus == .badData {
        found += [budget.findingOfMissingDelta(error.problem)?.with(file: bundle.path)]
          .compactMap(\.self)
      }
    }
    if budget[.delta] != nil, base == nil {
      notes.append(
        "the budget 'delta' is not checked, because the base is not a bundle; pass `--against OLD.zip`"
      )
    }
    add(found)
    return checked
  }

  /// Opens the bundles that packing wrote into the native projects.
  private func bundlesOfApps() throws -> [ReadableFile] {
    var paths: [String] = []
    for manifest in config.manifestPaths.compactMap(\.self).map(project.path) {
      let path = manifest.parentPath + "/" + BundleOutputs.bundleFile
      if !paths.contains(path), try FileStatus.ifExists(path)?.kind == .file { paths.append(path) }
    }
    return try paths.map { try ReadableFile($0) }
  }

  private func findings(on bundle: ReadableFile, _ budget: SizeBudget) throws -> [Finding] {
    var found = [budget.finding(.total, size: bundle.size)]
    if budget[.page] != nil {
      for entry in try ZipStructure(bundle).entries
      where SizeBudget.isPage(entry.path.string) {
        found.append(
          budget.finding(.page, size: entry.compressedSize, subject: entry.path.string))
      }
    }
    return found.compactMap(\.self).map { $0.with(file: bundle.path) }
  }
}
