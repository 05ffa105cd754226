package import ErosCore
package import ErosCrypto
import ErosFiles
import ErosProcess
import ErosTrust
import SystemPackage

/// Signs with a program that has access to a key management service, a security module or a smart
/// card.
///
/// A shell runs the command, which reads the message from standard input and writes one line of
/// JSON to standard output: `{"keyid": "…", "sig": "…"}`, with a hexadecimal signature. The
/// signature is verified before use. See `docs/trust.md` for the protocol.
package struct SigningCommand: MetadataSigner {
  static let defaultTimeout = TimeLength.seconds(60)

  private static let shell = "/bin/sh"
  private static let outputLimit = 64 * 1024
  private static let quotedLength = 400

  let command: String
  package let publicKey: PublicKey
  private let environment: ChildEnvironment
  private let timeout: TimeLength

  /// - Parameters:
  ///   - command: The command, as for `sh -c`.
  ///   - publicKey: Verifies the signatures.
  ///   - environment: The environment of the command, minus passphrases and private keys.
  ///   - timeout: After this time, the process group of the command is killed.
  package init(
    _ command: String, publicKey: PublicKey, environment: [String: String],
    timeout: TimeLength = defaultTimeout
  ) {
    self.command = command
    self.publicKey = publicKey
    self.environment = ChildEnvironment(environment, without: [KeyPassphrase.variable])
    self.timeout = timeout
  }

  package func sign(_ message: [UInt8]) throws -> [UInt8] {
    let response = try run(message)
    let signature = try signature(in: response)
    guard try publicKey.isValid(signature, for: message) else {
      throw KeyError.signerInvalidSignature(command)
    }
    return signature
  }

  private func run(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
    let result: ChildProcessResult
    do throws(FileError) {
      result = try ChildProcess.run(
        Self.shell, ["-c", command], environment: environment, input: message, timeout: timeout,
        limit: Self.outputLimit)
    } catch {
      switch error.reason {
      case .fileTooLarge: throw .signerExcessOutput(command, limit: Self.outputLimit)
      default: throw .signerNotStarted(command, reason: "\(error.reason)")
      }
    }
    guard !result.hasTimedOut else {
      throw .signerTimedOut(
        command, seconds: Int(timeout.seconds),
        output: Self.quoted(result.standardError))
    }
    guard result.status == 0 else {
      throw .signerFailed(
        command, status: result.status, output: Self.quoted(result.standardError))
    }
    return result.standardOutput
  }

  /// Returns the end of a message as one line with no control characters.
  private static func quoted(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard !text.contains(ChildEnvironment.privateKeyMark) else {
      return "(not shown: it contains a private key)"
    }
    let lines = text.split(whereSeparator: \.isNewline).map { String($0).escapedForDisplay }
    let line = lines.joined(separator: "; ")
    let end = line.suffix(quotedLength)
    return end.startIndex == line.startIndex ? line : "…" + end
  }

  private static func isDuplicateKey(_ error: JSONError) -> Bool {
    guard case .duplicateKey = error.kind else { return false }
    return true
  }

  private func signature(in response: [UInt8]) throws -> [UInt8] {
    let lines = response.split(separator: UInt8(ascii: "\n")).filter { !$0.allSatisfy(\.isSpace) }
    guard let line = lines.first else { throw KeyError.signerNoOutput(command) }
    guard lines.count == 1 else { throw KeyError.signerExcessOutput(command, limit: nil) }
    let value: JSONValue
    do {
      value = try JSONReader.read(Array(line), file: "standard output").value
    } catch {
      throw KeyError.signerMalformedOutput(
        command, detail: Self.isDuplicateKey(error) ? "a member occurs twice" : "not a JSON object")
    }
    guard let object = value.object else {
      throw KeyError.signerMalformedOutput(command, detail: "not a JSON object")
    }
    for name in ["keyid", "sig"] where object[name] == nil {
      throw KeyError.signerMalformedOutput(command, detail: "it does not have '\(name)'")
    }
    guard let keyID = object["keyid"]?.string else {
      throw KeyError.signerMalformedOutput(command, detail: "'keyid' is not a string")
    }
    let expected = try publicKey.trustKeyID()
    guard keyID == expected else {
      throw KeyError.signerOtherKey(command, expected: expected, found: keyID)
    }
    guard let text = object["sig"]?.string, !text.isEmpty,
      let bytes = [UInt8](hexadecimal: text)
    else {
      throw KeyError.signerMalformedOutput(
        command, detail: "'sig' is not a string of hexadecimal digits")
    }
    return bytes
  }
}
