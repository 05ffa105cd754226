import ArgumentParser
import ErosCore
import ErosCrypto
import ErosFiles
import ErosOpenSSL
import ErosProcess
import ErosStore
import ErosTrust

struct KeysShow: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show the ID and the kind of a key, and test a signing command",
    discussion: """
      The key is a file, or an environment variable that contains one:

        $ eros keys show keys/online.pub
        $ eros keys show env:CHANNEL_KEY

      The ID of an encrypted key requires its passphrase, from the environment variable \
      EROS_KEY_PASSPHRASE or, if it is not set, with --passphrase from the terminal.

      With --signer, /bin/sh runs the command in the current folder. It has to sign a random message, \
      which it reads from standard input, within 60 seconds, and to write one line to standard output: \
      {"keyid": "KEY ID", "sig": "HEXADECIMAL DIGITS"}.

        $ eros keys show keys/online.pub --signer './sign-with-kms'

      Do not write a PIN or a password into the command: it is visible in the list of processes.
      """)

  @Argument(
    help: "The file of a private or public key, or env:NAME.",
    completion: .file(extensions: ["key", "pub"]))
  var key: String

  @Flag(help: "Ask for the passphrase of an encrypted key on the terminal.")
  var passphrase = false

  @Option(help: "A shell command that signs, to test with this key, without a secret in it.")
  var signer: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let signer, signer.allSatisfy(\.isWhitespace) {
      throw ValidationError("--signer is empty; pass a shell command")
    }
  }

  func run() throws {
    let environment = EnvironmentVariable.all
    let source = PassphraseSource()
    var file = try KeyFile(KeySource(key), environment: environment)
    defer { file.cleanse() }
    let publicKey = try file.verificationKey {
      passphrase || source.isSet || signer != nil ? try source.passphrase(of: key) : nil
    }
    // A request that cannot be met must not look like a success.
    if publicKey == nil, passphrase || signer != nil { throw KeyError.noPassphrase }
    var signerWorks: Bool?
    if let signer, let publicKey {
      let command = SigningCommand(signer, publicKey: publicKey, environment: environment)
      _ = try command.sign(Self.testMessage())
      signerWorks = true
    }
    try KeyReport(key: key, kind: file.kind, publicKey: publicKey, signerWorks: signerWorks)
      .print(as: output)
  }

  /// Returns a message that is not metadata, so its signature cannot be misused.
  private static func testMessage() throws -> [UInt8] {
    let random = try [UInt8].random(count: 32).hexadecimalText
    return Array("eros keys show: test message \(random)\n".utf8)
  }
}

private struct KeyReport: Report {
  let key: String
  let keyID: String?
  let algorithm: String?
  let `private`: Bool
  let encrypted: Bool
  let signerWorks: Bool?

  init(key: String, kind: KeyDocument.Kind, publicKey: PublicKey?, signerWorks: Bool?) throws {
    self.key = key
    keyID = try publicKey?.trustKeyID()
    algorithm = publicKey?.algorithm.name
    `private` = kind != .publicKey
    encrypted = kind == .encryptedPrivateKey
    self.signerWorks = signerWorks
  }

  func text(_ style: TextStyle) -> String {
    var table = TextTable()
    table.add(
      "key ID",
      keyID.map { style.bold($0) }
        ?? "unknown without the passphrase: set \(KeyPassphrase.variable) or pass --passphrase")
    let kind =
      `private` ? encrypted ? "private key, encrypted" : "private key, not encrypted" : "public key"
    table.add("kind", ([kind] + (algorithm.map { [$0] } ?? [])).joined(separator: ", "))
    if signerWorks == true {
      table.add("signer", style.success("works") + ": its signature of a test message is valid")
    }
    return table.text
  }
}
