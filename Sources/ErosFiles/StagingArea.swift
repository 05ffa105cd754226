import SystemPackage

/// The folder `staging` in a folder that survives interruptions: whatever is unfinished is in there.
///
/// Only whoever holds the folder's lock may change anything here.
package struct StagingArea {
  package static let name = "staging"

  private let root: Folder

  package init(in root: Folder) { self.root = root }

  /// Makes a folder and lets `body` fill it; it is deleted when that fails.
  ///
  /// - Returns: the folder's name here, and what `body` returned.
  package func fill<Result>(
    _ body: (Folder) throws -> Result
  ) throws -> (name: String, result: Result) {
    let staging = try root.folder(Self.name)
    let name = try freeName(in: staging)
    let folder = try staging.newFolder(name)
    do {
      return (name, try body(folder))
    } catch {
      try? staging.removeTree(name)
      throw error
    }
  }

  /// Opens a folder that was filled.
  package func open(_ name: String) throws(FileError) -> Folder {
    try root.openFolder(Self.name).openFolder(name)
  }

  /// Gives a filled folder its place in `folder`, and syncs that.
  ///
  /// What has the place already changes it for the one here, in the same instant.
  package func commit(_ name: String, as newName: String, in folder: Folder) throws(FileError) {
    let staging = try root.openFolder(Self.name)
    if try folder.has(newName) {
      try folder.exchange(newName, with: name, in: staging)
    } else {
      try staging.rename(name, to: newName, in: folder)
    }
    try folder.sync()
  }

  /// Gives back their places in `folder` to those that a kill has taken them from, in the middle of an
  /// exchange; what cannot have them now keeps waiting.
  ///
  /// Only a name that `isExpected` can have been one of them.
  package func restoreExchanged(in folder: Folder, where isExpected: (String) -> Bool) {
    // Whatever else stands there was not made by an exchange.
    guard let staging = try? root.openFolder(Self.name), let names = try? staging.names() else {
      return
    }
    for aside in names {
      guard let name = Folder.name(ofAside: aside) else { continue }
      if isExpected(name), (try? folder.has(name)) != true {
        try? staging.rename(aside, to: name, in: folder)
      } else {
        try? staging.removeTree(aside)
      }
    }
  }

  /// Takes something out of `folder` at one instant, and then deletes it.
  package func discard(_ name: String, from folder: Folder) throws(FileError) {
    let staging = try root.folder(Self.name)
    let place = try freeName(in: staging)
    try folder.rename(name, to: place, in: staging)
    try staging.removeTree(place)
  }

  /// Deletes a filled folder.
  package func remove(_ name: String) throws(FileError) {
    try root.openFolder(Self.name).removeTree(name)
  }

  /// Whether nothing here was made by somebody else; the names that ``fill(_:)`` gives are numbers.
  ///
  /// Whoever makes something here has made the folder's lock before.
  package func containsOnlyOwnEntries() throws(FileError) -> Bool {
    do throws(FileError) {
      let names = try root.openFolder(Self.name).names()
      guard try root.has(Folder.lockName) else { return names.isEmpty }
      return names.allSatisfy { Int($0) != nil || Folder.name(ofAside: $0) != nil }
    } catch {
      // Also when another process has just deleted it.
      guard error.reason == .noSuchFileOrDirectory else { throw error }
      return true
    }
  }

  /// Deletes everything here but what waits for ``restoreExchanged(in:where:)``.
  package func clear() throws(FileError) {
    guard let names = try? root.openFolder(Self.name).names(),
      names.contains(where: { Folder.name(ofAside: $0) != nil })
    else { return try root.removeTree(Self.name) }
    let staging = try root.openFolder(Self.name)
    for name in names where Folder.name(ofAside: name) == nil { try staging.removeTree(name) }
  }

  private func freeName(in folder: Folder) throws(FileError) -> String {
    let taken = Set(try folder.names())
    var number = 1
    while taken.contains(String(number)) { number += 1 }
    return String(number)
  }
}
