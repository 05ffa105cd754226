import ErosCore
import ErosTransport
import ErosTrust

extension DecisionReason {
  init(updating error: any Error) {
    switch error {
    case is CancellationError: self = .cancelled
    case let error as FetchError: self.init(error)
    case let error as TransportError: self.init(error)
    case let error as TrustError: self.init(error)
    case let error as ObjectError: self.init(error)
    case ChannelError.badName: self = .noChannel
    case is ChannelError: self = .unknownMetadata
    case let error as any ErosError: self.init(error)
    default: self = .other
    }
  }

  private init(_ error: FetchError) {
    switch error {
    case .noChannel: self = .noChannel
    case .noRelease: self = .noRelease
    case .notChecked(let cause, _): self.init(updating: cause)
    case .badRoot: self = .badRoot
    case .noStore: self = .noStore
    case .noSpace: self = .noSpace
    case .missing: self = .missingFile
    case .damaged: self = .damagedFile
    case .interrupted: self = .interrupted
    case .badID: self = .other
    }
  }

  private init(_ error: TransportError) {
    switch error {
    case .cannotResolve: self = .dns
    case .cannotConnect: self = .noConnection
    case .proxyFailure, .malformedProxy: self = .proxy
    case .tlsFailure(_, let reason):
      self =
        "\(reason)".contains(TransportError.notYetValid) ? .certificateNotYetValid : .tls
    case .timedOut: self = .timedOut
    case .closedEarly, .failed: self = .interrupted
    case .unexpectedStatus: self = .httpStatus
    case .badRedirect: self = .redirect
    case .malformedResponse, .tooMuchData: self = .badResponse
    case .malformedAddress, .invalidField, .missingLibrary: self = .other
    }
  }

  private init(_ error: TrustError) {
    switch error {
    case .malformed: self = .malformedMetadata
    case .page: self = .page
    case .notSigned, .otherStore: self = .notSigned
    case .rollback: self = .rollback
    case .fastForward: self = .fastForward
    case .expired: self = .expired
    // A file with a version in its name has another name in another version.
    case .mismatch(let file, _) where file.first?.isNumber == true: self = .alteredMetadata
    case .mismatch, .versionMismatch: self = .mixAndMatch
    case .tooLong, .tooMuch: self = .tooLong
    case .missing, .notInSnapshot: self = .missingMetadata
    case .noRoot: self = .noRoot
    case .nameTooLong, .cannotSign: self = .other
    }
  }

  private init(_ error: ObjectError) {
    switch error {
    case .tooLong: self = .tooLong
    case .tooShort, .changing: self = .damagedFile
    case .encoded: self = .encoded
    }
  }
}

extension Decision {
  /// Adds facts from an update's error, but no address and no path.
  mutating func add(_ error: any Error) {
    switch error {
    case FetchError.notChecked(let cause, _): add(cause)
    case FetchError.noStore(_, let status, _), FetchError.missing(_, let status):
      self.status = status
    case TransportError.unexpectedStatus(_, let status): self.status = status
    case TrustError.expired(let file, let since):
      self.file = Self.detail(file)
      expired = since
    case TrustError.malformed(let file, _), TrustError.page(let file),
      TrustError.notSigned(let file, _, _), TrustError.otherStore(let file, _, _),
      TrustError.rollback(let file, _, _, _), TrustError.missing(let file, _),
      TrustError.mismatch(let file, _), TrustError.versionMismatch(let file, _, _, _),
      TrustError.tooLong(let file, _), TrustError.tooMuch(let file, _),
      TrustError.notInSnapshot(let file):
      self.file = Self.detail(file)
    case ObjectError.encoded(let address): file = Self.objectName(in: address)
    default: break
    }
  }

  /// Returns the name of a store's object, such as `timestamp.json`, or `nil` for any other
  /// address.
  private static func objectName(in address: String) -> String? {
    let path = address.prefix { $0 != "?" }
    let isObject = [".json", ".zip", ".erosdelta"].contains { path.hasSuffix($0) }
    return isObject ? path.split(separator: "/").last.map { detail(String($0)) } : nil
  }

  mutating func add(_ result: FetchResult) {
    number = result.release?.number
    release = result.release?.tree
    tester = result.tester
    requires = result.requiredApp
    // If the release was refused, it is the first skipped one.
    skipped = result.skipped.filter { $0.number != number }.prefix(Self.maximumSkippedCount)
      .compactMap { skipped in
        Outcome(rawValue: skipped.reason.rawValue)
          .map { Skipped(number: skipped.number, reason: $0) }
      }
  }
}
