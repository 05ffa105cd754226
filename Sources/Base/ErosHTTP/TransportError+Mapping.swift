import AsyncHTTPClient
import ErosCore
import ErosTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import SystemPackage

extension TransportError {
  /// Returns the error to throw for an error of AsyncHTTPClient.
  static func mapping(_ error: any Error, of request: TransportRequest) -> any Error {
    let address = request.address
    switch error {
    case is any ErosError, is CancellationError: return error
    case let failure as BodyFailure: return failure.cause
    case let fault as MessageFailure: return malformedResponse(address, reason: fault.reason)
    case let error as HTTPClientError: return mapping(error, of: address)
    case let error as NIOConnectionError: return mapping(error, of: address)
    case let error as HTTPParserError: return mapping(error, of: address)
    case ChannelError.connectTimeout: return timedOut(address, .connection)
    case NIOSSLError.uncleanShutdown: return closedEarly(address)
    case is NIOSSLError, is NIOSSLExtraError, is BoringSSLError:
      return tlsFailure(origin: address.origin, reason: reason(ofTLS: error))
    case let error as IOError:
      let errno = Errno(rawValue: error.errnoCode)
      if errno == .connectionReset || errno == .brokenPipe { return closedEarly(address) }
      return cannotConnect(origin: address.origin, reason: "\(errno)")
    // The description of another error may contain a query or the value of a header field.
    default: return failed(address, reason: "the connection failed")
    }
  }

  private static func mapping(_ error: HTTPClientError, of address: WebAddress) -> any Error {
    switch error {
    case .cancelled: CancellationError()
    case .connectTimeout, .tlsHandshakeTimeout: timedOut(address, .connection)
    case .readTimeout, .writeTimeout: timedOut(address, .silence)
    case .deadlineExceeded, .getConnectionFromPoolTimeout: timedOut(address, .total)
    case .remoteConnectionClosed, .uncleanShutdown: closedEarly(address)
    default: failed(address, reason: error.shortDescription)
    }
  }

  private static func mapping(_ error: NIOConnectionError, of address: WebAddress)
    -> TransportError
  {
    guard let last = error.connectionErrors.last?.error else {
      return cannotResolve(host: address.host)
    }
    if case ChannelError.connectTimeout = last { return timedOut(address, .connection) }
    let reason = (last as? IOError).map { "\(Errno(rawValue: $0.errnoCode))" } ?? "\(last)"
    return cannotConnect(origin: address.origin, reason: reason)
  }

  private static func mapping(_ error: HTTPParserError, of address: WebAddress) -> TransportError {
    switch error {
    case .invalidEOFState, .closedConnection: closedEarly(address)
    case .headerOverflow: malformedResponse(address, reason: "the header is too long")
    case .invalidContentLength, .unexpectedContentLength:
      malformedResponse(address, reason: "malformed 'Content-Length'")
    case .invalidChunkSize: malformedResponse(address, reason: "malformed length of a chunk")
    default: malformedResponse(address, reason: "malformed header")
    }
  }

  private static func reason(ofTLS error: any Error) -> String {
    switch error {
    case NIOSSLError.unableToValidateCertificate:
      return "the certificate is for another host"
    case NIOSSLError.failedToLoadCertificate, NIOSSLError.noSuchFilesystemObject:
      return "cannot read the file of trusted certificates"
    case is NIOSSLExtraError: return "the certificate is for another host"
    default:
      // BoringSSL's reasons are not public.
      return "\(error)".contains("CERTIFICATE_VERIFY_FAILED")
        ? "the certificate is not trusted" : "the handshake failed"
    }
  }
}
