public import ErosCore

extension NativeConfig {
  /// Checks all values, and returns errors and warnings in document order.
  ///
  /// You may add keys of your own. An unknown key is reported only if it looks like a misspelled
  /// one.
  public func validate() -> [Finding] {
    var validator = ConfigValidator(config: self)
    validator.run()
    return validator.findings()
  }

  package func finding(
    _ code: ConfigFindingCode, at key: String, _ message: Message, remedy: Message?
  ) -> Finding {
    let finding = Finding(code, file: file, subject: key, message, remedy: remedy)
    return node(at: key).map { finding.at(position(of: $0)) } ?? finding
  }
}
