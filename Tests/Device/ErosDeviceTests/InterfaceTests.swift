import CErosDevice
import ErosCore
import ErosDevice
import ErosFiles
import ErosTestSupport
import ErosTransport
import ErosTrust
import Foundation
import Synchronization
import Testing

@testable import ErosDeviceC

@Suite("eros_device.h", .temporaryFolder)
struct InterfaceTests {
  /// Calls a function that fails, and returns the code, the problem and the remedy.
  private func failure(
    _ call: (UnsafeMutablePointer<UnsafeMutablePointer<eros_error>?>) -> eros_code
  ) throws -> (code: eros_code, message: String, remedy: String?) {
    var error: UnsafeMutablePointer<eros_error>?
    let code = call(&error)
    let found = try #require(error)
    defer { eros_error_free(found) }
    #expect(found.pointee.code == code)
    return (
      code, String(cString: found.pointee.message), found.pointee.remedy.map { String(cString: $0) }
    )
  }

  @Test("the error of a failed check has the reason and the last successful check")
  func checkFailure() {
    let unavailable = TrustError.missing(file: "timestamp.json")
    for (problem, reason, time) in [
      (
        FetchError.notChecked(unavailable, since: Timestamp(milliseconds: 5)),
        EROS_CHECK_UNAVAILABLE, 5
      ),
      (.noStore("http://localhost", since: nil), EROS_CHECK_UNAVAILABLE, 0),
      (
        .notChecked(
          TrustError.expired(file: "timestamp.json", since: Timestamp(milliseconds: 1)),
          since: Timestamp(milliseconds: 7)),
        EROS_CHECK_EXPIRED, 7
      ),
      (
        .notChecked(
          TrustError.malformed(file: "x", reason: "y"), since: Timestamp(milliseconds: 8)),
        EROS_CHECK_REFUSED, 8
      ),
      (.interrupted("x"), EROS_NO_CHECK_FAILURE, 0),
    ] as [(FetchError, Int, Int64)] {
      let error = makeError(problem)
      defer { eros_error_free(error) }
      #expect(error.pointee.check_failure == eros_check_failure(reason), "\(problem)")
      #expect(error.pointee.last_check == time, "\(problem)")
    }
  }

  @Test("a remedy names a call of the library, not a command")
  func remedies() throws {
    let folder = try TemporaryFolder.ofTest()
    try withDevice(folder.path("releases")) { device in
      var launch: UnsafeMutablePointer<eros_launch>?
      let empty = try failure { eros_device_launch(device, nil, 0, &launch, $0) }
      #expect(empty.remedy == "pass the embedded bundle to the launch", "\(empty)")
      let missing = try failure { eros_device_roll_back(device, nil, $0) }
      #expect(missing.remedy?.contains("eros ") == false, "\(missing)")
    }
  }

  private func withDevice(
    _ folder: String, lockTimeout: UInt32 = 0, _ body: (OpaquePointer) throws -> Void
  ) throws {
    var device: OpaquePointer?
    folder.withCString { folder in
      var options = eros_device_options()
      options.size = UInt32(MemoryLayout<eros_device_options>.size)
      options.folder = folder
      options.lock_timeout = lockTimeout
      #expect(eros_device_open(&options, &device, nil) == 0)
    }
    let opened = try #require(device)
    defer { eros_device_close(opened) }
    try body(opened)
  }

  @Test("the version of the library is that of the header")
  func abi() { #expect(eros_device_abi() == UInt32(EROS_DEVICE_ABI)) }

  @Test("invalid arguments are errors, not crashes")
  func arguments() throws {
    var device: OpaquePointer?
    var options = eros_device_options()
    #expect(try failure { eros_device_open(nil, &device, $0) }.code == 64)
    #expect(try failure { eros_device_open(&options, &device, $0) }.message.contains("size"))
    options.size = UInt32(MemoryLayout<eros_device_options>.size)
    #expect(try failure { eros_device_open(&options, &device, $0) }.message.contains("folder"))
    try "releases".withCString { (folder) throws in
      options.folder = folder
      #expect(try failure { eros_device_open(&options, nil, $0) }.message.contains("device"))
      options.platform = 9
      #expect(try failure { eros_device_open(&options, &device, $0) }.message.contains("platform"))
      options.platform = 0
      let latin1: [CChar] = [-28, 0]
      try latin1.withUnsafeBufferPointer { (version) throws in
        options.app_version = version.baseAddress
        let found = try failure { eros_device_open(&options, &device, $0) }
        #expect(found.message == "options->app_version is not UTF-8" && found.remedy != nil)
      }
    }
    try "releases".withCString { (folder) throws in
      options.folder = folder
      try "v1.2.0".withCString { (version) throws in
        options.app_version = version
        let found = try failure { eros_device_open(&options, &device, $0) }
        #expect(found.message == "options->app_version 'v1.2.0' is not a version")
        #expect(found.remedy?.contains("such as 1.2.0 or 1.2.0-beta.1") == true)
      }
      try "1.2.0-beta.1".withCString { (version) throws in
        options.app_version = version
        #expect(eros_device_open(&options, &device, nil) == 0)
        eros_device_close(device)
        device = nil
      }
    }
    #expect(device == nil)
    #expect(try failure { eros_device_confirm(nil, "x", nil, $0) }.message == "device is NULL")
    try withDevice("releases") { (device) throws in
      #expect(try failure { eros_device_confirm(device, nil, nil, $0) }.code == 64)
      #expect(try failure { eros_device_stage(device, nil, nil, $0) }.code == 64)
      #expect(try failure { eros_device_launch(device, nil, 0, nil, $0) }.code == 64)
      #expect(try failure { eros_device_apply_now(device, nil, $0) }.code == 64)
      #expect(try failure { eros_device_status(device, 0, nil, $0) }.code == 64)
      #expect(try failure { eros_device_adopt(device, nil, nil, $0) }.code == 64)
      #expect(try failure { eros_device_failed(device, "x", nil, nil, $0) }.code == 64)
      #expect(try failure { eros_device_failed(device, nil, "x", nil, $0) }.code == 64)
      #expect(
        try failure { eros_device_failed_with_error(device, "x", nil, "E", "f@a.js:1:2", nil, $0) }
          .code == 64)
      #expect(try failure { eros_device_decisions(device, nil, $0) }.code == 64)
      var launch: UnsafeMutablePointer<eros_launch>?
      #expect(try failure { eros_device_launch(device, nil, 7, &launch, $0) }.code == 64)
    }
    // Releasing nothing is allowed.
    eros_error_free(nil)
    eros_text_free(nil)
    eros_launch_free(nil)
    eros_device_close(nil)
  }

  @Test("the time of a request is never 0, which means no limit for many HTTP clients")
  func timeout() throws {
    let now = ClockTime.now
    func timeout(_ rest: TimeLength) throws -> UInt32 {
      TransportRequest(.get, try WebAddress("http://h/"), deadline: now + rest).timeout(at: now)
    }
    #expect(try timeout(.milliseconds(1500)) == 1500)
    #expect(try timeout(.nanoseconds(300_000)) == 1)
    #expect(try timeout(.zero) == 1)
    #expect(try timeout(.seconds(-5)) == 1)
    #expect(try timeout(.seconds(1 << 40)) == .max)
  }

  @Test("options of an older header are accepted")
  func olderOptions() throws {
    var device: OpaquePointer?
    try "releases".withCString { (folder) throws in
      var options = eros_device_options()
      let offset = try #require(MemoryLayout<eros_device_options>.offset(of: \.threads))
      options.size = UInt32(offset)
      options.folder = folder
      // Later fields do not exist in such a program.
      options.maximum_files = 1
      #expect(eros_device_open(&options, &device, nil) == 0)
    }
    eros_device_close(device)
  }

  @Test("calls with one handle from several threads run one after the other")
  func threads() throws {
    let world = try DeviceWorld()
    let zip = world.folder.path("first.zip")
    // Calls at the same time would fail, because they would wait for the lock of the folder.
    try withDevice(world.folder.path("releases"), lockTimeout: 1) { (device) throws in
      let address = Int(bitPattern: device)
      let codes = Mutex<[eros_code]>([])
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        let device = OpaquePointer(bitPattern: address)
        zip.withCString { zip in
          var bundle = eros_bundle(zip: zip, config: nil)
          var launch: UnsafeMutablePointer<eros_launch>?
          let code = eros_device_launch(
            device, &bundle, eros_launch_kind(EROS_FOREGROUND), &launch, nil)
          #expect(launch?.pointee.failure == nil)
          eros_launch_free(launch)
          codes.withLock { $0.append(code) }
        }
      }
      #expect(codes.withLock { $0 } == [eros_code](repeating: 0, count: 8))
    }
  }

  // MARK: - Fetching

  /// A transport with answers of a test, which records the requests.
  private final class Transport {
    var requests: [String] = []
    var timeouts: [UInt32] = []
    let perform: (OpaquePointer?) -> Int

    init(_ perform: @escaping (OpaquePointer?) -> Int) { self.perform = perform }
  }

  /// Fetches with a transport that calls `perform` for each request, and returns the failure.
  private func fetchFailure(
    _ device: OpaquePointer, _ transport: Transport, root: [UInt8] = Array("{}".utf8),
    changing change: (inout eros_fetch_options) -> Void = { _ in }
  ) throws -> (code: eros_code, message: String, remedy: String?) {
    var host = eros_transport()
    host.size = UInt32(MemoryLayout<eros_transport>.size)
    host.context = Unmanaged.passUnretained(transport).toOpaque()
    host.exchange = { context, request, response in
      guard let context, let request else { return eros_exchange_result(EROS_EXCHANGE_FAILED) }
      let transport = Unmanaged<Transport>.fromOpaque(context).takeUnretainedValue()
      transport.requests.append(String(cString: request.pointee.url))
      transport.timeouts.append(request.pointee.timeout)
      return eros_exchange_result(transport.perform(response))
    }
    var json: UnsafeMutablePointer<CChar>?
    defer { eros_text_free(json) }
    return try "http://localhost/releases".withCString { (store) throws in
      try "demo/production".withCString { (channel) throws in
        try root.withUnsafeBytes { (root) throws in
          var options = eros_fetch_options()
          options.size = UInt32(MemoryLayout<eros_fetch_options>.size)
          (options.store, options.channel) = (store, channel)
          (options.root, options.root_length) = (root.baseAddress, UInt64(root.count))
          change(&options)
          return try failure { eros_device_fetch(device, &options, &host, &json, $0) }
        }
      }
    }
  }

  @Test("invalid arguments of a fetch are errors, not crashes")
  func fetchArguments() throws {
    let world = try DeviceWorld()
    var json: UnsafeMutablePointer<CChar>?
    var options = eros_fetch_options()
    var transport = eros_transport()
    try withDevice(world.folder.path("releases")) { (device) throws in
      #expect(try failure { eros_device_fetch(nil, &options, &transport, &json, $0) }.code == 64)
      #expect(try failure { eros_device_fetch(device, nil, &transport, &json, $0) }.code == 64)
      #expect(try failure { eros_device_fetch(device, &options, &transport, nil, $0) }.code == 64)
      let none = Transport { _ in EROS_EXCHANGE_FAILED }
      for (change, name) in [
        ({ $0.size = 8 }, "size"), ({ $0.store = nil }, "store"), ({ $0.channel = nil }, "channel"),
        ({ $0.root_length = 0 }, "root_length"), ({ $0.root_length = 1 << 40 }, "root_length"),
      ] as [((inout eros_fetch_options) -> Void, String)] {
        let found = try fetchFailure(device, none, changing: change)
        #expect(found.code == 64 && found.message.contains(name), "\(found)")
      }
      #expect(none.requests.isEmpty)
    }
  }

  @Test("an answer that breaks the rules is refused")
  func brokenRules() async throws {
    let world = try DeviceWorld()
    try await world.makeEmptyStore()
    let root = try world.folder.read("keys/root.json")
    let head = { (response: OpaquePointer?) in eros_response_head(response, 200, nil, 0) }
    let cases: [(OpaquePointer?) -> Void] = [
      { _ in },
      { _ = (head($0), head($0)) },
      { #expect(eros_response_body($0, "x", 1) == eros_reception(EROS_STOP)) },
      { #expect(eros_response_head($0, 200, nil, 5) == eros_reception(EROS_STOP)) },
      { response in
        var field = eros_field(name: nil, value: nil)
        #expect(eros_response_head(response, 200, &field, 1) == eros_reception(EROS_STOP))
      },
    ]
    for (index, perform) in cases.enumerated() {
      try withDevice(world.folder.path("releases-\(index)")) { (device) throws in
        let transport = Transport { response in
          perform(response)
          return EROS_EXCHANGE_OK
        }
        let found = try fetchFailure(device, transport, root: root)
        #expect(found.code == 65, "\(found)")
        #expect(!transport.requests.isEmpty && !transport.timeouts.contains(0))
      }
    }
  }

  @Test("other calls do not wait for a fetch, which they can cancel")
  func cancel() async throws {
    let world = try DeviceWorld()
    try await world.makeEmptyStore()
    let root = try world.folder.read("keys/root.json")
    try withDevice(world.folder.path("releases")) { (device) throws in
      let zip = world.folder.path("first.zip")
      let transport = Transport { _ in
        zip.withCString { zip in
          var bundle = eros_bundle(zip: zip, config: nil)
          var launch: UnsafeMutablePointer<eros_launch>?
          #expect(eros_device_launch(device, &bundle, 0, &launch, nil) == 0)
          eros_launch_free(launch)
        }
        eros_device_cancel(device)
        return EROS_EXCHANGE_CANNOT_CONNECT
      }
      let found = try fetchFailure(device, transport, root: root)
      #expect(found.code == 69 && found.message.contains("cancelled"), "\(found)")
      #expect(transport.requests.count == 1)
    }
    eros_device_cancel(nil)
  }
}
