import ErosCore
import ErosDevice
import ErosStore
import ErosTrust

extension Explainer {
  /// Explains why the last update failed.
  ///
  /// - Returns: One cause, or two if the decisions fit both.
  func failure(_ last: Decision) -> [Finding] {
    let isEarlier = published.map { time(of: last) < $0 } ?? false
    let needsClock: [DecisionReason?] = [.tls, .certificateNotYetValid, .expired]
    if needsClock.contains(last.reason), let doubt = clockDoubt(last) { return [doubt] }
    if isEarlier, clockBehind() == nil { return [notCheckedSince(last)] }
    if let link = brokenLink(last) { return [link] }
    switch last.reason {
    case .expired: return expired(last)
    case .notSigned: return [notSigned(last)]
    // A login page and a damaged file can have the same length.
    case .tooLong where !Self.isVerified(last): return [login(last), damaged(last)]
    default: return [simple(last)]
    }
  }

  private static let loginText: Message =
    "a network that requires a login, or a proxy, replaced the responses"
  /// The HTTP status for "network authentication required", see RFC 6585.
  private static let loginStatus = 511

  private func facts(_ last: Decision) -> [Message] {
    [
      "the device: \(last.fact)",
      "the store: its metadata is valid, timestamp version \(store.timestamp)",
    ]
  }

  private func login(_ last: Decision) -> Finding {
    Finding(.portal, Self.loginText, facts(last))
  }

  private func damaged(_ last: Decision) -> Finding {
    let name: Message = last.file.map { "'\($0.escapedForDisplay)'" } ?? "a file"
    return Finding(.damagedFile, "\(name) was damaged, or replaced on the way", facts(last))
  }

  private func simple(_ last: Decision) -> Finding {
    let facts = facts(last)
    func finding(_ cause: ExplanationCause, _ text: Message) -> Finding {
      Finding(cause, text, facts)
    }
    switch last.reason {
    case .dns: return finding(.dns, "the device could not resolve the name of the server")
    case .noConnection: return finding(.unreachable, "the server was unreachable")
    case .timedOut: return finding(.unreachable, "the server did not respond in time")
    case .interrupted: return finding(.unreachable, "the connection was interrupted")
    case .proxy: return finding(.proxy, "the proxy of the network refused the connection")
    case .tls: return finding(.tls, "the device could not establish a TLS connection")
    case .certificateNotYetValid:
      return Finding(
        .tls,
        "the certificate of the server was not valid yet on the clock of the device, \(last.lastTime.utc)",
        facts,
        remedy:
          "correct the clock of the device; if it is right, check the certificate of the server")
    case .redirect, .badResponse, .page:
      return Self.isVerified(last) ? replaced(last, finding) : login(last)
    case .tooLong, .malformedMetadata, .alteredMetadata: return damaged(last)
    case .encoded:
      let name: Message =
        last.file.map { "'\($0.escapedForDisplay)'" } ?? "the files of the store"
      return finding(.encodedResponse, "the server compresses \(name)")
    case .limitExceeded:
      return finding(.limitExceeded, "the release exceeds a limit of the device")
    case .httpStatus where last.status == Self.loginStatus && !Self.isVerified(last),
      .noStore where last.status == Self.loginStatus:
      return login(last)
    case .httpStatus, .noStore:
      return finding(
        .serverError,
        last.status.map { "the server responded with an error with status \($0)" }
          ?? "the server responded with an error")
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
    _ last: Decision, _ finding: (ExplanationCause, Message) -> Finding
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

  /// Explains a wrong response after the device had already received files from the store.
  private func replaced(
    _ last: Decision, _ finding: (ExplanationCause, Message) -> Finding
  ) -> Finding {
    switch last.reason {
    case .redirect:
      finding(
        .serverError,
        "the server redirected a file of the store to an address that the device does not follow")
    case .badResponse: finding(.serverError, "the server sent an invalid response")
    default: damaged(last)
    }
  }

  /// Returns `true` if the update had verified metadata, so no login page replaced the responses.
  ///
  /// Older libraries record only the file name. They request all files but the first ones after
  /// verification.
  private static func isVerified(_ last: Decision) -> Bool {
    last.isVerified || last.file.map { $0 != TopLevelRole.timestamp.file && !isRoot($0) } ?? false
  }

  private static func isRoot(_ file: String) -> Bool { file.hasSuffix(TopLevelRole.root.file) }

  // MARK: - Signatures

  /// Reports root metadata that the device needs and the store lacks.
  private func brokenLink(_ last: Decision) -> Finding? {
    guard case .isStranded(let newest, let link?) = store.root,
      last.reason == .notSigned || last.file.map(Self.isRoot) ?? false
    else { return nil }
    let text: Message =
      switch link.fault {
      case .missing: "the store does not have '\(link.file)'"
      case .older: "'\(link.file)' of the store is an earlier version of the root metadata"
      case .damaged: "'\(link.file)' of the store is damaged"
      }
    return Finding(
      link.fault == .missing ? .missingFile : .damagedFile, text,
      [
        "the device: \(last.fact)",
        record.trust.map { "the document: the device has the root metadata \($0.root)" },
        "the store: its newest root metadata has version \(newest)",
      ],
      remedy:
        "copy '\(link.file)' from a backup or a mirror of the store to its folder 'metadata'; each device needs all versions after its own"
    )
  }

  private func notSigned(_ last: Decision) -> Finding {
    let fact: Message = "the device: \(last.fact)"
    let version: Message = record.trust.map { "\($0.root)" } ?? "an unknown version"
    switch store.root {
    case .isStranded(let newest, _):
      return Finding(
        .rootTooOld,
        "the root metadata \(version) of the device does not lead to version \(newest)",
        [fact, "the store: its newest root metadata has version \(newest)"])
    case .reachesNewest(let newest):
      // If the device had received newer root metadata, it would have trusted it before asking for
      // more.
      if let trust = record.trust, trust.root < newest, last.file.map(Self.isRoot) != true {
        let file = "\(trust.root + 1).\(TopLevelRole.root.file)"
        return Finding(
          .missingFile, "the device did not get '\(file)', which the store has",
          [fact, "the store: its newest root metadata has version \(newest)"])
      }
      return Finding(
        .forged, "the responses were signed by other keys than those of the store",
        [fact, "the store: the root metadata of the device leads to the newest version"])
    case .unknown, .isOther:
      return Finding(
        .forged, "the responses were signed by other keys than those of the store", [fact])
    }
  }

  // MARK: - Time

  /// Explains expired metadata when nothing is wrong with the clock.
  private func expired(_ last: Decision) -> [Finding] {
    let time = time(of: last)
    let file = last.file ?? TopLevelRole.timestamp.file
    let since = last.expired ?? Timestamp(milliseconds: 0)
    // A versioned file such as `3.snapshot.json` expires with its role.
    let role = file.split(separator: ".").drop { $0.allSatisfy(\.isNumber) }.joined(separator: ".")
    let current = store.expiries[role]
    let proof: [Message?] = [
      "the device: \(last.fact)",
      current.map { "signed metadata: the store's \(role) expires at \($0.utc)" },
    ]
    let old = Finding(.metadataExpired, "the metadata of the store had expired", proof)
    let cached = Finding(.staleCache, "a cache gave the device expired metadata", proof)
    guard let current, current > since else { return [old] }
    guard current > time else { return [old] }
    // Only online metadata has a known lifetime, so its expiry tells when it was signed.
    guard [TopLevelRole.timestamp.file, TopLevelRole.snapshot.file].contains(role) else {
      return [old, cached]
    }
    let signed = current.milliseconds - MetadataLifetime.online
    let margin = Self.tolerance / 6
    if time.milliseconds > signed + margin { return [cached] }
    return time.milliseconds < signed - margin ? [old] : [old, cached]
  }

  /// Reports a clock that is provably wrong.
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

  /// Reports a clock that is provably slow.
  func clockBehind(_ last: Decision? = nil) -> Finding? {
    let numbers = record.channels[channel]?.numbers.values.map { $0 } ?? []
    let seen = numbers + record.decisions.filter { $0.channel == channel }.compactMap(\.number)
    let publications = seen.compactMap { store.published($0) }
    // The clock of the build machine may be wrong too, so ignore builds from the future.
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
