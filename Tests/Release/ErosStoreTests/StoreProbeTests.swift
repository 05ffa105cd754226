import ErosCore
import ErosTestSupport
import ErosTransport
import ErosTrust
import Testing

@testable import ErosStore

@Suite("store probe", .phase(.servers))
struct StoreProbeTests {
  private static let date = Timestamp(milliseconds: 1_893_456_000_000)

  @Test(
    "the probe of a store that keeps all promises finds no fault", .temporaryFolder,
    arguments: [true, false])
  func folder(usesLinks: Bool) async throws {
    let folder = try TemporaryFolder.ofTest()
    let store = try FolderStore(folder.path("store"), creating: true, usesLinks: usesLinks)
    let probe = try await StoreProbe(store).run(at: Self.date)
    #expect(probe.broken == [])
    #expect(probe.keptPromises == StorePromise.allCases)
    try probe.check(store.location)
    #expect(try folder.names(in: "store") == ["lock"])
    let memory = MemoryStore()
    #expect(try await StoreProbe(memory).run(at: Self.date).broken == [])
    #expect(memory.keys == [])
  }

  @Test(
    "the probe finds the promises that a faulty store breaks",
    arguments: [
      (.ignoresConditions, [.createOnce, .rejectStale, .rejectMissing, .oneCreator]),
      (.createsTwice, [.createOnce, .oneCreator]),
      (.losesCreations, [.create]),
      (.losesReplacements, [.replace]),
      (.staleReads, [.replace]),
      (.createsMissing, [.rejectMissing]),
      (.racingCreations, [.oneCreator]),
      (.racingReplacements, [.oneReplacement]),
      (.refusesReplacements, [.replace, .oneReplacement]),
      (.changesBytes, [.create]),
      (.wrongRange, [.range]),
      (.wrongVersions, [.create]),
      (.emptyList, [.list]),
      (.wrongLengths, [.list]),
      (.removesNothing, [.remove]),
    ] as [(MemoryStore.Fault, [StorePromise])])
  func fault(_ fault: MemoryStore.Fault, promises: [StorePromise]) async throws {
    let store = MemoryStore(fault)
    let probe = try await StoreProbe(store).run(at: Self.date)
    let broken = probe.broken.map(\.promise)
    for promise in promises { #expect(broken.contains(promise)) }
    let error = #expect(throws: StoreError.self) { try probe.check("s3://bucket") }
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.problem.hasSuffix(": \(probe.broken[0].response)") == true)
    #expect(fault == .removesNothing || store.keys.isEmpty)
  }

  @Test("a fault breaks only the promises that it concerns")
  func singleFaults() async throws {
    for (fault, promise) in [
      (.createsMissing, .rejectMissing), (.racingCreations, .oneCreator),
      (.racingReplacements, .oneReplacement), (.wrongRange, .range), (.emptyList, .list),
      (.removesNothing, .remove),
    ] as [(MemoryStore.Fault, StorePromise)] {
      let probe = try await StoreProbe(MemoryStore(fault)).run(at: Self.date)
      #expect(probe.broken.map(\.promise) == [promise], "\(fault)")
    }
  }

  @Test(
    "an error that may be temporary ends the probe, which removes its objects", arguments: 0..<40)
  func temporaryError(calls: Int) async throws {
    let store = MemoryStore(failing: (TransportError.cannotResolve(host: "h"), calls))
    await #expect(throws: TransportError.cannotResolve(host: "h")) {
      try await StoreProbe(store).run(at: Self.date)
    }
    #expect(store.keys.isEmpty)
  }

  @Test("a refused request after the first creation breaks a promise")
  func refusal() async throws {
    let error = TransportError.unexpectedStatus(try WebAddress("https://example.org"), 501)
    let probe = try await StoreProbe(MemoryStore(failing: (error, 1))).run(at: Self.date)
    #expect(probe.keptPromises.isEmpty || probe.keptPromises == [.list])
    #expect(probe.broken.first == BrokenPromise(.create, error.problem))
    await #expect(throws: error) {
      try await StoreProbe(MemoryStore(failing: (error, 0))).run(at: Self.date)
    }
  }

  @Test("a cancelled probe removes its objects")
  func cancellation() async throws {
    let store = MemoryStore(.racingCreations)
    let task = Task { try await StoreProbe(store).run(at: Self.date) }
    while store.keys.isEmpty { await Task.yield() }
    task.cancel()
    _ = await task.result
    #expect(store.keys.isEmpty)
  }

  @Test("a probe removes objects of killed probes")
  func staleObjects() async throws {
    let store = MemoryStore()
    let names = ["probe/0123456789abcdef-once", "targets/a"]
    for name in names {
      _ = try await store.create(
        #require(ObjectKey(name)), ObjectContents([1]), cache: .immutable)
    }
    // The time of change of all objects is 1 s.
    _ = try await StoreProbe(store).run(at: Timestamp(milliseconds: 3_000_000))
    #expect(store.keys.map(\.text) == names)
    _ = try await StoreProbe(store).run(at: Self.date)
    #expect(store.keys.map(\.text) == ["targets/a"])
  }

  @Test("a result is written as JSON and read again")
  func json() throws {
    let probe = StoreProbeResult(
      date: Self.date,
      broken: [
        BrokenPromise(.createOnce, "the second creation returned 'created'"),
        BrokenPromise(.list, "x"),
      ])
    let text = String(decoding: JSONWriter.write(probe.json), as: UTF8.self)
    #expect(
      text == """
        {"broken":{"create-once":"the second creation returned 'created'","list":"x"},\
        "date":"2030-01-01T00:00:00Z","kept":["create","one-creator","replace","reject-stale",\
        "reject-missing","one-replacement","range","remove"],"version":1}
        """)
    #expect(StoreProbeResult(probe.json) == probe)
  }

  @Test("a result is not read if a promise is missing or its form is unknown")
  func incompleteJSON() throws {
    let members: [String: JSONValue] = [
      "version": .integer(1), "date": .string(Self.date.utc), "broken": .sorted([:]),
      "kept": .strings(StorePromise.allCases.map(\.rawValue)),
    ]
    #expect(StoreProbeResult(.sorted(members)) != nil)
    let changes: [(String, JSONValue?)] = [
      ("version", .integer(2)), ("date", .string("today")), ("broken", nil),
      ("kept", .strings(StorePromise.allCases.dropLast().map(\.rawValue))),
    ]
    for (name, value) in changes {
      var changed = members
      changed[name] = value
      #expect(StoreProbeResult(.sorted(changed)) == nil)
    }
    #expect(StoreProbeResult(.null) == nil)
  }
}
