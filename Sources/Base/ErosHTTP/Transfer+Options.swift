import CCurl
import ErosCore
import ErosTransport

extension Transfer {
  func setLong(_ option: CURLoption, _ value: Int) -> CURLcode {
    unsafe withFunctions { unsafe eros_curl_set_long($0, handle, option, value) }
  }

  private func setText(_ option: CURLoption, _ value: String) -> CURLcode {
    unsafe withFunctions { unsafe eros_curl_set_text($0, handle, option, value) }
  }

  private func withFunctions<Result>(_ body: (UnsafePointer<eros_curl>) -> Result) -> Result {
    unsafe withUnsafePointer(to: library.functions) { unsafe body($0) }
  }

  func long(_ info: CURLINFO) -> Int {
    unsafe withFunctions { unsafe eros_curl_get_long($0, handle, info) }
  }

  /// Sets all options for the request.
  ///
  /// - Throws: `TransportError` if libcurl is too old, or a field, the proxy or a certificate file
  ///   is invalid.
  func setOptions(connections: ConnectionThread) throws {
    var codes = protocolOptions + bodyOptions + (try proxyOptions())
    codes.append(setCallbacks(connections))
    codes.append(
      unsafe withFunctions {
        unsafe eros_curl_set_pointer($0, handle, CURLOPT_ERRORBUFFER, errorText)
      })
    codes.append(try setFields())
    if address.scheme == .https { codes += try tlsOptions() }
    // Optional. If it fails, libcurl may wait for the resolver when a request is cancelled.
    _ = setLong(CURLOPT_QUICK_EXIT, 1)
    if let code = codes.first(where: { $0 != CURLE_OK }) {
      throw TransportError.failed(
        address, reason: "\(CurlLibrary.name) is too old: \(library.text(of: code))")
    }
  }

  private var protocolOptions: [CURLcode] {
    let milliseconds = Double(settings.connectTime.milliseconds)
    return [
      setText(CURLOPT_URL, address.text), setLong(CURLOPT_PATH_AS_IS, 1),
      setText(CURLOPT_CUSTOMREQUEST, channel.request.method.rawValue),
      setLong(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
      setLong(CURLOPT_NOSIGNAL, 1), setLong(CURLOPT_BUFFERSIZE, Self.bufferSize),
      // libcurl divides the time between a name's addresses.
      setLong(CURLOPT_CONNECTTIMEOUT_MS, Int(min(max(1, milliseconds), Double(Int32.max)))),
      // Only bytes in the trace are counted, see `Transfer.trace`.
      setLong(CURLOPT_VERBOSE, 1),
    ]
  }

  private func proxyOptions() throws -> [CURLcode] {
    guard let proxy = settings.proxy, address.scheme == .https else {
      // An empty proxy also overrides environment variables.
      return [setText(CURLOPT_PROXY, ""), setText(CURLOPT_NOPROXY, "*")]
    }
    let parts = try proxy.parts()
    self.proxy = parts
    return [
      setText(CURLOPT_PROXY, parts.url), setText(CURLOPT_NOPROXY, proxy.exceptions),
      // The proxy's response is not part of the server's response.
      setLong(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1),
      // Request fields, such as credentials, are only for the server.
      setLong(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE)),
    ]
  }

  private var bodyOptions: [CURLcode] {
    let length: UInt64
    switch channel.request.body {
    case .empty: length = 0
    case .bytes(let bytes): length = UInt64(bytes.count)
    case .parts(let count, _): length = count
    }
    let method = channel.request.method
    if method == .head { return [setLong(CURLOPT_NOBODY, 1)] }
    guard length > 0 || method == .put || method == .post else { return [] }
    return [
      setLong(CURLOPT_UPLOAD, 1),
      unsafe withFunctions {
        unsafe eros_curl_set_size(
          $0, handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(clamping: length))
      },
    ]
  }

  private func setFields() throws -> CURLcode {
    let fields = channel.request.fields
    try fields.validate()
    // A name with an empty value keeps libcurl from adding the field.
    var lines = ["Expect:"]
    if fields["Accept"] == nil { lines.append("Accept:") }
    if fields["Accept-Encoding"] == nil { lines.append("Accept-Encoding: identity") }
    lines += fields.list.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
    for line in lines {
      guard let list = unsafe library.functions.slist_append(fieldList, line) else {
        return CURLE_OUT_OF_MEMORY
      }
      unsafe fieldList = list
    }
    return unsafe withFunctions {
      unsafe eros_curl_set_pointer($0, handle, CURLOPT_HTTPHEADER, fieldList)
    }
  }

  // MARK: TLS

  private func tlsOptions() throws -> [CURLcode] {
    let authorities: TrustedCertificates
    do { authorities = try TrustedCertificates(additional: settings.certificates) } catch {
      throw TransportError.tlsFailure(origin: address.origin, reason: error.reason)
    }
    let codes = [
      setAuthorities(authorities, CURLOPT_CAINFO, CURLOPT_CAINFO_BLOB),
      setLong(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      setLong(CURLOPT_SSL_VERIFYPEER, 1), setLong(CURLOPT_SSL_VERIFYHOST, 2),
    ]
    guard proxy?.scheme == .https else { return codes }
    // libcurl has separate options for the connection to the proxy, which are as strict.
    return codes + [
      setAuthorities(authorities, CURLOPT_PROXY_CAINFO, CURLOPT_PROXY_CAINFO_BLOB),
      setLong(CURLOPT_PROXY_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
      setLong(CURLOPT_PROXY_SSL_VERIFYPEER, 1), setLong(CURLOPT_PROXY_SSL_VERIFYHOST, 2),
    ]
  }

  private func setAuthorities(
    _ authorities: TrustedCertificates, _ file: CURLoption, _ contents: CURLoption
  ) -> CURLcode {
    switch authorities {
    case .file(let path): setText(file, path)
    case .bytes(let bytes):
      unsafe withFunctions { functions in
        unsafe bytes.withUnsafeBytes {
          unsafe eros_curl_set_bytes(functions, handle, contents, $0.baseAddress, $0.count)
        }
      }
    }
  }

  // MARK: Callbacks

  private func setCallbacks(_ connections: ConnectionThread) -> CURLcode {
    var callbacks = unsafe eros_curl_callbacks()
    unsafe callbacks.context = Unmanaged.passUnretained(self).toOpaque()
    unsafe callbacks.connections = Unmanaged.passUnretained(connections).toOpaque()
    unsafe callbacks.header = { bytes, _, count, context in
      let line = unsafe Array(UnsafeRawBufferPointer(start: bytes, count: count))
      return unsafe object(context, as: Transfer.self).receive(line: line) ? count : 0
    }
    unsafe callbacks.body = { bytes, _, count, context in
      let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
      let span = unsafe Span<UInt8>(_unsafeBytes: buffer)
      switch unsafe object(context, as: Transfer.self).receive(body: span) {
      case .received: return count
      case .paused: return Int(CURL_WRITEFUNC_PAUSE)
      case .failed: return 0
      }
    }
    unsafe callbacks.upload = { bytes, _, count, context in
      guard let part = unsafe object(context, as: Transfer.self).nextUpload(count),
        let bytes = unsafe bytes
      else {
        return Int(CURL_READFUNC_ABORT)
      }
      unsafe UnsafeMutableRawBufferPointer(start: bytes, count: count).copyBytes(from: part)
      return part.count
    }
    unsafe callbacks.debug = { _, type, _, count, context in
      unsafe object(context, as: Transfer.self).trace(type, count)
      return 0
    }
    unsafe callbacks.request = { context, remoteAddress, localAddress, remotePort, localPort in
      let isSent = unsafe object(context, as: Transfer.self).startRequest(
        local: eros_end(address: localAddress, port: localPort),
        remote: eros_end(address: remoteAddress, port: remotePort))
      return isSent ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
    }
    unsafe callbacks.opened = { connections, socket, _ in
      unsafe object(connections, as: ConnectionThread.self).didOpen(socket)
      return CURL_SOCKOPT_OK
    }
    unsafe callbacks.closed = { connections, socket in
      unsafe object(connections, as: ConnectionThread.self).close(socket)
    }
    return unsafe withFunctions { unsafe eros_curl_set_callbacks($0, handle, &callbacks) }
  }
}

/// Returns the object whose pointer libcurl passes to a callback.
private func object<Object: AnyObject>(
  _ context: UnsafeMutableRawPointer?, as type: Object.Type
) -> Object {
  guard let context = unsafe context else { preconditionFailure("libcurl passes the context") }
  return unsafe Unmanaged<Object>.fromOpaque(context).takeUnretainedValue()
}
