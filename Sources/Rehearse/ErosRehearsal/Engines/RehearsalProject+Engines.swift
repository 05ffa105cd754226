import ErosConfig
package import ErosCore
import ErosFiles

extension RehearsalProject {
  /// Finds what the app's oldest engines lack, sorted.
  ///
  /// A feature is reported where a script first uses it. If there is no configuration, the engines
  /// are unknown and nothing is reported.
  ///
  /// - Throws: `ConfigError` if the configuration names an unknown engine.
  package func engineFindings(of pages: [RehearsalPage], threads: Int) throws -> [Finding] {
    guard let engines = try config?.oldestEngines() else { return [] }
    var keys: Set<String> = []
    let scripts = pages.flatMap(\.scripts).filter { keys.insert("\($0.file)#\($0.part)").inserted }
    let findings = Lock([Finding]())
    try Parallel.forEach(scripts.count, threads: threads) {
    } _: { index, _ in
      let ofScript = scripts[index].findings(on: engines)
      findings.withLock { $0 += ofScript }
    }
    return findings.withLock { $0.sorted(by: Finding.isOrdered) }
  }

  /// Compares the scripts of the pages in a folder.
  ///
  /// - Throws: `ConfigError` if the configuration names an unknown engine. `FileError` if the
  ///   folder cannot be read.
  package func engineFindings(inFolder folder: String, threads: Int) throws -> [Finding] {
    try engineFindings(of: pages(of: RehearsalSource(folder: folder)), threads: threads)
  }
}

extension RehearsalSource.Script {
  fileprivate func findings(on engines: OldestEngines) -> [Finding] {
    guard excessSize == nil else {
      return [unchecked("not compared with the oldest engine: the script is too large", at: nil)]
    }
    do throws(EngineScan.InvalidScript) {
      let lacking = try EngineScan(text).uses.compactMap { feature, use in
        feature.shortfall(on: engines).map { (feature, use.offset, $0) }
      }.sorted { ($0.1, $0.0.fullName) < ($1.1, $1.0.fullName) }
      let positions = TextPosition.positions(ofBytes: lacking.map(\.1), in: text)
      return zip(lacking, positions).map { lack, position in
        finding(lack.0, lack.2, at: position)
      }
    } catch {
      let position = TextPosition(ofByte: error.offset, in: text)
      return [
        unchecked(
          "not compared with the oldest engine: a literal or a bracket here does not end",
          at: position)
      ]
    }
  }

  private func unchecked(_ message: Message, at position: TextPosition?) -> Finding {
    Finding(EngineFindingCode.engineNotChecked, file: file, at: position, message)
  }

  private func finding(
    _ feature: EngineFeature, _ shortfall: EngineFeature.Shortfall, at position: TextPosition
  ) -> Finding {
    // Without a declaration, the app may support fewer systems than its host.
    let isFatal = feature.form == .syntax && shortfall.isDeclared
    let needed = shortfall.needed.joined(separator: ", ")
    let supported = shortfall.supported.joined(separator: ", ")
    return Finding(
      feature.form == .syntax ? EngineFindingCode.syntaxTooNew : .methodTooNew,
      as: isFatal ? .error : nil, file: file, at: position,
      "'\(feature.fullName)' needs \(needed), but the app supports \(supported)")
  }
}
