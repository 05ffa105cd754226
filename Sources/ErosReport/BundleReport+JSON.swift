import ErosBundle
public import ErosCore

extension BundleReport {
  /// The report as the one document that the page holds and `eros report --json` prints.
  ///
  /// The same bundles and limits give the same document; no time and no path of this machine is in
  /// it. Sizes are in bytes. See `docs/report.md`.
  public var json: JSONValue {
    .sorted([
      "bundle": bundle.json,
      "duplicates": .list(duplicates.map(\.json)),
      "files": .list(files.map(\.json)),
      "format": .whole(1),
      "imageLimits": .sorted([
        "bytes": .whole(imageLimits.bytes), "side": .whole(imageLimits.side),
      ]),
      "old": old?.json ?? .null,
      "problems": .list(bundle.verification.problems.map(\.json)),
      "removed": .list(removed.map(\.json)),
      "updates": .list(updates.map(\.json)),
    ])
  }
}

extension BundleReport.Summary {
  fileprivate var json: JSONValue {
    let manifest = verification.manifest
    return .sorted([
      "android": .text(manifest?.android),
      "appName": .text(manifest?.appName),
      "bytes": .whole(size),
      "files": .whole(verification.files.count),
      "iOS": .text(manifest?.iOS),
      "jsVersion": .text(manifest?.jsVersion.description),
      "name": .string(name),
      "packedBytes": .whole(packedSize),
      "timestamp": .text(manifest.map { Timestamp(milliseconds: $0.timestamp).description }),
      "treeHash": .text(verification.treeHash?.description),
      "unpackedBytes": .whole(unpackedSize),
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
      "change": .text(change?.name),
      "compressedSize": .whole(compressedSize),
      "image": image?.json ?? .null,
      "imageFindings": .list(imageFindings.map(\.json)),
      "kind": .string(kind.rawValue),
      "method": .string(method.rawValue),
      "oldCompressedSize": .whole(orNull: change?.old?.compressedSize),
      "oldPath": .text(change?.old?.path.string),
      "oldSize": .whole(orNull: change?.old?.size),
      "path": .string(path.string),
      "sha256": .text(sha256?.description),
      "size": .whole(size),
    ])
  }
}

extension ImageHeader {
  fileprivate var json: JSONValue {
    .sorted([
      "decodedBytes": .whole(decodedSize), "format": .string(format.rawValue),
      "height": .whole(height), "width": .whole(width),
    ])
  }
}

extension ImageFinding {
  fileprivate var json: JSONValue {
    .sorted(["code": .string(code), "detail": .text(detail)])
  }
}

extension OldFile {
  fileprivate var json: JSONValue {
    .sorted([
      "compressedSize": .whole(compressedSize),
      "kind": .string(FileKind(path: path.string).rawValue), "path": .string(path.string),
      "size": .whole(size),
    ])
  }
}

extension BundleReport.UpdateCost {
  fileprivate var json: JSONValue {
    .sorted([
      "bytes": .whole(orNull: size), "form": .string(form.rawValue),
      "identical": isIdentical.map { .bool($0) } ?? .null, "problem": .text(problem),
    ])
  }
}

extension DuplicateFiles {
  fileprivate var json: JSONValue {
    .sorted([
      "paths": .strings(paths.map(\.string)), "sha256": .string(sha256.description),
      "size": .whole(size), "wastedBytes": .whole(wastedSize),
    ])
  }
}

extension BundleProblem {
  fileprivate var json: JSONValue {
    .sorted([
      "code": .string(code.rawValue), "entry": .text(entry?.escapedForDisplay),
      "message": .string(message), "severity": .string(severity.rawValue),
    ])
  }
}
