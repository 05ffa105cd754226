import ErosBundle
import ErosConfig
public import ErosCore

extension BundleReport {
  /// JSON for this report, as embedded in the page and printed by `eros report --json`.
  ///
  /// Only bundles and limits determine it. It contains no paths on this machine, and no times
  /// except those from a rehearsal. Sizes are in bytes. See `docs/report.md` for all keys.
  public var json: JSONValue {
    .sorted([
      "advice": .list(advice.map(\.json)),
      "budget": budget?.json ?? .null,
      "bundle": bundle.json,
      "duplicates": .list(duplicates.map(\.json)),
      "files": .list(files.map(\.json)),
      "format": .integer(1),
      "history": history?.json ?? .null,
      "imageLimits": .sorted([
        "bytes": .integer(imageLimits.bytes), "side": .integer(imageLimits.side),
      ]),
      "old": old?.json ?? .null,
      "findings": .list(bundle.verification.findings.map(\.json)),
      "rehearsal": renders?.json ?? .null,
      "removed": .list(removed.map(\.json)),
      "sharedCode": sharedCode?.json ?? .null,
      "sourceMapFindings": .list(sourceMapFindings.map(\.json)),
      "updates": .list(updates.map(\.json)),
    ])
  }
}

extension BundleReport.Summary {
  fileprivate var json: JSONValue {
    let manifest = verification.manifest
    return .sorted([
      "android": .string(orNull: manifest?.android),
      "appName": .string(orNull: manifest?.appName),
      "bytes": .integer(size),
      "files": .integer(verification.files.count),
      "iOS": .string(orNull: manifest?.iOS),
      "jsVersion": .string(orNull: manifest?.jsVersion.description),
      "name": .string(name),
      "packedBytes": .integer(packedSize),
      "timestamp": .string(
        orNull: manifest.map { Timestamp(milliseconds: $0.timestamp).description }),
      "treeHash": .string(orNull: verification.treeHash?.description),
      "unpackedBytes": .integer(unpackedSize),
      "verdict": .string(verification.verdict.name),
    ])
  }
}

extension VerificationReport.Verdict {
  fileprivate var name: String {
    switch self {
    case .verified: "verified"
    case .mismatch: "mismatch"
    case .unsafe: "unsafe"
    }
  }
}

extension BundleReport.File {
  fileprivate var json: JSONValue {
    .sorted([
      "change": .string(orNull: change?.name),
      "compressedSize": .integer(compressedSize),
      "image": image?.json ?? .null,
      "imageFindings": .list(imageFindings.map(\.json)),
      "kind": .string(kind.rawValue),
      "method": .string(method.rawValue),
      "modules": modules?.json ?? .null,
      "oldCompressedSize": .integer(orNull: change?.old?.compressedSize),
      "oldPath": .string(orNull: change?.old?.path.string),
      "oldSize": .integer(orNull: change?.old?.size),
      "path": .string(path.string),
      "sha256": .string(orNull: sha256?.description),
      "sharedSize": .integer(orNull: sharedSize),
      "size": .integer(size),
    ])
  }
}

extension ImageHeader {
  fileprivate var json: JSONValue {
    .sorted([
      "decodedBytes": .integer(decodedSize), "format": .string(format.rawValue),
      "height": .integer(height), "width": .integer(width),
    ])
  }
}

extension OldFile {
  fileprivate var json: JSONValue {
    .sorted([
      "compressedSize": .integer(compressedSize),
      "kind": .string(FileKind(path: path.string).rawValue), "path": .string(path.string),
      "size": .integer(size),
    ])
  }
}

extension BundleReport.UpdateCost {
  fileprivate var json: JSONValue {
    .sorted([
      "bytes": .integer(orNull: size), "form": .string(form.rawValue),
      "identical": isIdentical.map { .bool($0) } ?? .null,
      "problem": .string(orNull: problem?.description),
    ])
  }
}

extension SharedCode {
  fileprivate var json: JSONValue {
    .sorted([
      "bytes": .integer(size), "commonBytes": .integer(commonSize),
      "groups": .list(
        groups.map { group in
          .sorted([
            "bytes": .integer(group.size), "paths": .strings(group.paths.map(\.string)),
          ])
        }),
      "packedBytes": .integer(packedSize), "savedBytes": .integer(saving),
      "sharedBytes": .integer(sharedSize), "splitBytes": .integer(splitSize),
    ])
  }
}

extension DuplicateFiles {
  fileprivate var json: JSONValue {
    .sorted([
      "paths": .strings(paths.map(\.string)), "sha256": .string(sha256.description),
      "size": .integer(size), "wastedBytes": .integer(wastedSize),
    ])
  }
}

extension ScriptModules {
  fileprivate var json: JSONValue {
    .sorted([
      "list": .list(
        modules.map { .sorted(["name": .string($0.name), "size": .integer($0.size)]) }),
      "origin": .string(origin.rawValue),
    ])
  }
}

extension Advice {
  fileprivate var json: JSONValue {
    .sorted([
      "isEstimate": .bool(isEstimate), "kind": .string(kind.rawValue),
      "message": .string("\(message)"),
      "paths": .strings(paths.map(\.string)), "savedBytes": .integer(saving),
    ])
  }
}

extension BudgetReport {
  fileprivate var json: JSONValue {
    .sorted([
      "findings": .list(findings.map(\.json)),
      "items": .list(
        items.map { item in
          .sorted([
            "bytes": .integer(orNull: item.size), "limit": .integer(item.limit),
            "overCount": .integer(item.overCount), "part": .string(item.part.rawValue),
            "path": .string(orNull: item.path?.string),
          ])
        }),
    ])
  }
}

extension ReleaseHistory {
  fileprivate var json: JSONValue {
    .list(
      releases.map { release in
        .sorted([
          "bytes": .integer(release.size), "deltaBytes": .integer(orNull: release.deltaSize),
          "files": .integer(release.fileCount), "isCurrent": .bool(release.isCurrent),
          "jsVersion": .string(release.jsVersion), "name": .string(release.name),
          "timestamp": .string(Timestamp(milliseconds: release.timestamp).description),
          "unpackedBytes": .integer(release.unpackedSize),
        ])
      })
  }
}
