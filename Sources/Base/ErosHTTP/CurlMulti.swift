import CCurl
import ErosCore
import ErosTransport

/// Runs several transfers on one thread.
///
/// Other threads may only call ``wake()``, and not after ``cleanUp()``.
@safe
struct CurlMulti: @unchecked Sendable {
  let library: CurlLibrary
  private let handle: UnsafeMutableRawPointer

  /// Returns `nil` if there is no memory.
  init?(_ library: CurlLibrary) {
    guard let handle = library.functions.multi_init() else { return nil }
    self.library = library
    unsafe self.handle = handle
  }

  /// Ends ``wait(_:)``.
  func wake() { _ = unsafe library.functions.multi_wakeup(handle) }

  func add(_ transfer: Transfer) throws(TransportError) {
    let code = unsafe library.functions.multi_add_handle(handle, transfer.handle)
    if let reason = failure(code) { throw .failed(transfer.address, reason: reason) }
  }

  /// Ends a transfer.
  ///
  /// If it is incomplete, its connection is closed.
  func remove(_ transfer: Transfer) {
    _ = unsafe library.functions.multi_remove_handle(handle, transfer.handle)
  }

  /// Sends and receives as much as is possible now.
  ///
  /// - Returns: A reason if libcurl cannot continue.
  func perform() -> Message? {
    var running: Int32 = 0
    return failure(unsafe library.functions.multi_perform(handle, &running))
  }

  /// Returns `nil` if the call succeeded.
  private func failure(_ code: CURLMcode) -> Message? {
    guard code != CURLM_OK, code != CURLM_CALL_MULTI_PERFORM else { return nil }
    return code == CURLM_OUT_OF_MEMORY ? "out of memory" : "error \(code.rawValue) of libcurl"
  }

  /// Waits until a connection is ready, ``wake()`` is called, or the time is over.
  func wait(_ time: TimeLength) {
    let milliseconds = Int32(clamping: (time + .nanoseconds(999_999)).milliseconds)
    _ = unsafe library.functions.multi_poll(handle, nil, 0, milliseconds, nil)
  }

  /// Returns a completed transfer with its result, or `nil` if there is none.
  func nextResult(of transfers: some Sequence<Transfer>) -> (Transfer, CURLcode)? {
    var remaining: Int32 = 0
    while let message = unsafe library.functions.multi_info_read(handle, &remaining) {
      let easy = unsafe message.pointee.easy_handle
      if let transfer = transfers.first(where: { unsafe $0.handle == easy }) {
        return (transfer, unsafe eros_curl_result(message))
      }
    }
    return nil
  }

  /// Closes all connections and releases the handle.
  func cleanUp() { _ = unsafe library.functions.multi_cleanup(handle) }
}
