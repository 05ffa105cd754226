import CCurl
import ErosCore
import ErosTransport
import SystemPackage

extension Transfer {
  /// Returns the result of a request that libcurl has finished.
  func result(of code: CURLcode) -> Result<Void, any Error> {
    if let failure { return .failure(failure) }
    return code == CURLE_OK ? .success(()) : .failure(error(for: code))
  }

  private func error(for code: CURLcode) -> TransportError {
    let origin = address.origin
    if let proxy, let reason = proxyReason(code, proxy) {
      return .proxyFailure(proxy: proxy.name, reason: reason)
    }
    switch code {
    // A SOCKS proxy fails with the second code if this machine resolves names.
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_PROXY: return .cannotResolve(host: address.host)
    case CURLE_COULDNT_CONNECT:
      let reason: Message = "\(Errno(rawValue: CInt(long(CURLINFO_OS_ERRNO))))"
      guard let proxy, let variable = settings.proxy?.variable else {
        return .cannotConnect(origin: origin, reason: reason)
      }
      if isProxyUsed {
        return .proxyFailure(proxy: proxy.name, reason: "\(reason) (for \(origin))")
      }
      return .cannotConnect(origin: origin, reason: "\(reason) (\(variable) is \(proxy.name))")
    case CURLE_OPERATION_TIMEDOUT: return .timedOut(address, isConnected ? .silence : .connection)
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_CIPHER, CURLE_SSL_ENGINE_INITFAILED:
      return .tlsFailure(origin: origin, reason: tlsReason(code, CURLINFO_SSL_VERIFYRESULT))
    // libcurl tried to repeat a request and its body, because a used connection was closed.
    case CURLE_SEND_FAIL_REWIND: return .closedEarly(address)
    case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_SEND_ERROR: return .closedEarly(address)
    case CURLE_RECV_ERROR: return receptionError
    case CURLE_OUT_OF_MEMORY where isConnected: return tooManyFields
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_BAD_CONTENT_ENCODING:
      return .malformedResponse(address, reason: ResponseLineFailure.header.reason)
    default:
      // CURLE_TOO_LARGE, since libcurl 8.6.
      if code.rawValue == 100 { return tooManyFields }
      return .failed(address, reason: "\(library.text(of: code))")
    }
  }

  /// `true` if the host is certainly no exception.
  ///
  /// Old versions of libcurl do not report it.
  private var isProxyUsed: Bool { settings.proxy?.mayExclude(address.host) == false }

  /// Returns why the proxy did not connect, or `nil` for any other error.
  private func proxyReason(_ code: CURLcode, _ proxy: HTTPSProxy.Parts) -> Message? {
    let status = long(CURLINFO_HTTP_CONNECTCODE)
    switch code {
    case CURLE_COULDNT_RESOLVE_PROXY: return "cannot resolve its host"
    // libcurl has no separate code for a SOCKS proxy's host.
    case CURLE_COULDNT_RESOLVE_HOST where proxy.scheme.isSOCKS && isProxyUsed:
      return "cannot resolve its host"
    case CURLE_PROXY: return socksReason
    // As long as `CONNECT` has no response, the TLS connection leads to the proxy.
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR:
      guard proxy.scheme == .https, isProxyUsed, status == 0 else { return nil }
      return tlsReason(code, CURLINFO_PROXY_SSL_VERIFYRESULT)
    default:
      guard !isConnected, status != 0, !(200..<300).contains(status) else { return nil }
      return "it responded with status \(status)"
    }
  }

  /// `nil` if this machine cannot resolve the host.
  private var socksReason: Message? {
    switch CURLproxycode(rawValue: UInt32(clamping: long(CURLINFO_PROXY_ERROR))) {
    case CURLPX_RESOLVE_HOST: nil
    case CURLPX_NO_AUTH: "it requires a user name and a password"
    case CURLPX_USER_REJECTED: "it refused the user name or the password"
    case CURLPX_REPLY_NOT_ALLOWED: "it does not allow connections to \(address.origin)"
    case CURLPX_REPLY_CONNECTION_REFUSED, CURLPX_REPLY_GENERAL_SERVER_FAILURE,
      CURLPX_REPLY_HOST_UNREACHABLE, CURLPX_REPLY_NETWORK_UNREACHABLE, CURLPX_REPLY_TTL_EXPIRED:
      "it cannot connect to \(address.origin)"
    default: "it closed the connection, or does not support SOCKS5"
    }
  }

  private var tooManyFields: TransportError {
    .malformedResponse(address, reason: hasHead ? Self.chunkReason : MessageFailure.fields.reason)
  }

  /// libcurl uses the same code for a failed connection and for a malformed chunk.
  private var receptionError: TransportError {
    guard unsafe String(cString: errorText).contains("chunk") else { return .closedEarly(address) }
    return .malformedResponse(address, reason: Self.chunkReason)
  }

  private static let chunkReason: Message = "malformed chunk, or a trailer of more than 4 KiB"

  private func tlsReason(_ code: CURLcode, _ verification: CURLINFO) -> Message {
    switch code {
    case CURLE_PEER_FAILED_VERIFICATION:
      switch long(verification) {
      // If only the name differs, the result is OK, or 1 before libcurl reads it.
      case ...1: "the certificate is for another host"
      // OpenSSL's X509_V_ERR_CERT_NOT_YET_VALID and X509_V_ERR_CERT_HAS_EXPIRED.
      case 9: "the certificate is \(TransportError.notYetValid)"
      case 10: "the certificate has expired"
      default: "the certificate is not trusted"
      }
    case CURLE_SSL_CACERT_BADFILE: "cannot read the file of trusted certificates"
    default: "the handshake failed"
    }
  }
}
