import ErosCore
import ErosFetch
import ErosPublish
import ErosSandbox
import ErosTrust

extension Explainer {
  /// Explains the last update, which failed.
  ///
  /// - Returns: One cause, or two that the decisions do not tell apart.
  func failure(_ last: Decision) -> [Finding] {
    let isEarlier = published.map { time(of: last) < $0 } ?? false
    if [.tls, .expired].contains(last.reason), let doubt = clockDoubt(last) { return [doubt] }
    if isEarlier, clockBehind() == nil { return [notCheckedSince(last)] }
    switch last.reason {
    case .expired: return expired(last)
    case .notSigned: return [notSigned(last)]
    default: return [simple(last)]
    }
  }

  private static let loginText =
    "a network that requires a login, or a proxy, replaced the responses"
  /// The HTTP status of a network that requires a login, by RFC 6585.
  private static let loginStatus = 511

  private func simple(_ last: Decision) -> Finding {
    let fact = "the device: \(last.fact)"
    let verified = "the store: its metadata is valid, timestamp version \(store.timestamp)"
    func finding(_ cause: ExplanationCause, _ text: String) -> Finding {
      Finding(cause, text, [fact, verified])
    }
    switch last.reason {
    case .dns: return finding(.dns, "the device could not resolve the name of the server")
    case .noConnection: return finding(.unreachable, "the server was unreachable")
    case .timedOut: return finding(.unreachable, "the server did not respond in time")
    case .interrupted: return finding(.unreachable, "the connection was interrupted")
    case .proxy: return finding(.proxy, "the proxy of the network refused the connection")
    case .tls: return finding(.tls, "the device could not establish a TLS connection")
    case .redirect, .badResponse, .malformedMetadata: return finding(.portal, Self.loginText)
    case .tooLong where last.file.map(Self.isFirstFile) ?? true:
      return finding(.portal, Self.loginText)
    case .tooLong, .limitExceeded:
      return finding(.limitExceeded, "the release exceeds a limit of the device")
    case .httpStatus where last.status == Self.loginStatus,
      .noStore where last.status == Self.loginStatus:
      return finding(.portal, Self.loginText)
    case .httpStatus, .noStore:
      let status = last.status.map { " with status \($0)" } ?? ""
      return finding(.serverError, "the server responded with an error\(status)")
    case .missingMetadata, .missingFile:
      return finding(.missingFile, "the server did not have a file of the store")
    case .damagedFile, .notVerified, .unexpectedRelease, .patchFailed:
      return finding(.damagedFile, "a file differed from the signed metadata")
    case .rollback, .mixAndMatch:
      return finding(.staleCache, "a cache gave the device older metadata than before")
    case .fastForward: return finding(.forged, "metadata with an impossible version was refused")
    case .noRoot: return finding(.badRoot, "the app has no root metadata")
    case .badRoot: return finding(.badRoot, "the root metadata of the app is invalid")
    case .unknownMetadata:
      return finding(.libraryTooOld, "the library of the app is too old for the metadata")
    default: return ofDevice(last, finding)
    }
  }

  private func ofDevice(
    _ last: Decision, _ finding: (ExplanationCause, String) -> Finding
  ) -> Finding {
    switch last.reason {
    case .noChannel, .noRelease:
      return Finding(
        .notChecked, "the channel has a release now, but the device has not checked since",
        ["the device: \(last.fact)", publication])
    case .noSpace: return finding(.noSpace, "the disk of the device is full")
    case .readOnly: return finding(.readOnlyDisk, "the disk of the device is read-only")
    case .permission: return finding(.diskError, "the folder of the device denies access")
    case .ioError, .damaged: return finding(.diskError, "the disk of the device reports errors")
    case .busy: return finding(.busy, "another process used the folder of the device")
    case .laterVersion:
      return finding(.laterState, "a later version of the app wrote the folder of the device")
    case .cancelled: return finding(.cancelled, "the app cancelled the update")
    case .blocked, .unconfirmed:
      return finding(.blockedHere, "release \(target.number) is blocked on this device")
    default: return unexplained(last)
    }
  }

  /// Whether a file is one of the first requests, which a network with a login intercepts.
  private static func isFirstFile(_ file: String) -> Bool {
    file == TopLevelRole.timestamp.file || file.hasSuffix(TopLevelRole.root.file)
  }

  // MARK: - Signatures

  private func notSigned(_ last: Decision) -> Finding {
    let fact = "the device: \(last.fact)"
    let version = record.trust.map { "\($0.root)" } ?? "an unknown version"
    switch store.root {
    case .isStranded(let newest):
      return Finding(
        .rootTooOld,
        "the root metadata \(version) of the device does not lead to version \(newest)",
        [fact, "the store: its newest root metadata has version \(newest)"])
    case .reachesNewest:
      return Finding(
        .forged, "the responses were signed by other keys than those of the store",
        [fact, "the store: the root metadata of the device leads to the newest version"])
    case .unknown, .isOther:
      return Finding(
        .forged, "the responses were signed by other keys than those of the store", [fact])
    }
  }

  // MARK: - Time

  /// Explains expired metadata when the clock is plausible.
  private func expired(_ last: Decision) -> [Finding] {
    let time = time(of: last)
    let file = last.file ?? TopLevelRole.timestamp.file
    let since = last.expired ?? Timestamp(milliseconds: 0)
    // Versioned files such as `3.snapshot.json` have the expiry of their role.
    let role = file.split(separator: ".").drop { $0.allSatisfy(\.isNumber) }.joined(separator: ".")
    let current = store.expiries[role]
    let proof = [
      "the device: \(last.fact)",
      current.map { "signed metadata: the store's \(role) expires at \($0.utc)" },
    ]
    let old = Finding(.metadataExpired, "the metadata of the store had expired", proof)
    let cached = Finding(.staleCache, "a cache gave the device expired metadata", proof)
    guard let current, current > since else { return [old] }
    guard current > time else { return [old] }
    // Only the lifetime of online metadata tells when the current file was signed.
    guard [TopLevelRole.timestamp.file, TopLevelRole.snapshot.file].contains(role) else {
      return [old, cached]
    }
    let signed = current.milliseconds - MetadataLifetime.online
    let margin = Self.tolerance / 6
    if time.milliseconds > signed + margin { return [cached] }
    return time.milliseconds < signed - margin ? [old] : [old, cached]
  }

  /// Returns the finding if the clock of the device is proven to be wrong.
  func clockDoubt(_ last: Decision? = nil) -> Finding? {
    let latest = max(record.created, last?.lastTime ?? record.created)
    if latest.milliseconds > now.milliseconds + Self.tolerance {
      return Finding(
        .clockAhead, "the clock of the device is ahead",
        [
          "the document: the device's time is \(latest.utc)", "the time here: \(now.utc)",
          last.map { "the device: \($0.fact)" },
        ])
    }
    return clockBehind(last)
  }

  /// Returns the finding if the clock of the device is proven to be behind.
  func clockBehind(_ last: Decision? = nil) -> Finding? {
    let numbers = record.channels[channel]?.numbers.values.map { $0 } ?? []
    let seen = numbers + record.decisions.filter { $0.channel == channel }.compactMap(\.number)
    let publications = seen.compactMap { store.published($0) }
    // A build time can be wrong by the build machine's clock, but not in the future of this clock.
    let builds = [record.state.embedded?.release.timestamp].compactMap(\.self).filter { $0 <= now }
    guard let evidence = (publications + builds).max(),
      record.created.milliseconds < evidence.milliseconds - Self.tolerance
    else { return nil }
    return Finding(
      .clockBehind, "the clock of the device is behind",
      [
        "the document: the device's time is \(record.created.utc)",
        "the device has a release of \(evidence.utc)",
        last.map { "the device: \($0.fact)" },
      ])
  }
}
