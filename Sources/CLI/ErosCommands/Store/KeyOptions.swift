import ArgumentParser
import ErosCore
import ErosCrypto
import ErosFiles
import ErosProcess
import ErosPublish
import ErosStore
import ErosTrust

/// The key of the online roles, and the command that signs with keys elsewhere.
struct SigningOptions: TitledOptions {
  static let title = KeyOptions.title

  @Option(
    help: "The key that signs the snapshot and the timestamp, as a file or env:NAME.",
    completion: .file(extensions: ["key", "pub"]))
  var online: String?

  @Option(help: "A shell command that signs for keys given only as public keys.")
  var signer: String?
}

struct KeyOptions: TitledOptions {
  static let title = "Keys and trust"

  @Option(
    help: """
      A folder with root.json and keys; the command uses the keys it needs (default: EROS_KEYS).
      """,
    completion: .directory)
  var keys: String?

  @Option(
    name: .customLong("key"),
    help: ArgumentHelp(
      "A key of any role, as a file or env:NAME; can be repeated.", valueName: "key"),
    completion: .file(extensions: ["key", "pub"]))
  var list: [String] = []

  @OptionGroup var signing: SigningOptions

  /// The folder that ``keys`` or the environment names.
  var folder: String? { ReleaseDefaults.keys(keys) }

  /// Returns the keys.
  ///
  /// A key from the folder is decrypted when it is needed.
  ///
  /// - Parameters:
  ///   - more: Keys from other options. Public keys are left out, because they cannot sign.
  ///   - usesSigner: Pass `true` if `--signer` signs with the public keys in `more`.
  /// - Returns: The keys.
  /// - Throws: `KeyError` if a key cannot be used. `FileError` if a file cannot be read.
  ///   ``CommandError/publicKeyCannotSign(_:)`` if nothing signs for a public key.
  func ring(adding more: [String] = [], usesSigner: Bool = false) throws -> KeyRing {
    let ring = KeyRing()
    for key in list { try add(key, "--key", to: ring) }
    if let online = signing.online { try add(online, "--online", to: ring) }
    let canSign = usesSigner && signing.signer != nil
    for key in more where try canSign || !Self.isPublic(key) { try add(key, to: ring) }
    if let folder { try KeyFolder(folder).add(to: ring, signer: signing.signer) }
    return ring
  }

  private func add(_ argument: String, _ option: String? = nil, to ring: KeyRing) throws {
    var file = try KeyFile(argument)
    defer { file.cleanse() }
    let origin = KeyRing.Origin.option((option.map { $0 + " " } ?? "") + "'\(argument)'")
    switch file.kind {
    case .publicKey:
      guard let signer = signing.signer else { throw CommandError.publicKeyCannotSign(argument) }
      let key = try file.publicKey()
      try ring.add(
        SigningCommand(signer, publicKey: key, environment: KeyFile.environment), from: origin)
    case .privateKey, .encryptedPrivateKey:
      try ring.add(
        file.signingKey { try PassphraseSource().passphrase(of: argument) }, from: origin)
    }
  }

  private static func isPublic(_ argument: String) throws -> Bool {
    var file = try KeyFile(argument)
    defer { file.cleanse() }
    return file.kind == .publicKey
  }

  /// Reads the public key that an argument names: a file of either kind, or `env:NAME`.
  static func publicKey(_ argument: String) throws -> PublicKey {
    var file = try KeyFile(argument)
    defer { file.cleanse() }
    guard
      let key = try file.verificationKey(
        passphrase: { try PassphraseSource().passphrase(of: argument) })
    else { throw KeyError.noPassphrase }
    return key
  }
}

extension KeyFile {
  fileprivate static var environment: [String: String] { EnvironmentVariable.all }

  /// Reads a key that an argument names: a file, or `env:NAME`.
  fileprivate init(_ argument: String) throws {
    try self.init(KeySource(argument), environment: Self.environment)
  }
}

struct KeyFolder {
  static let publicSuffix = ".pub"
  static let privateSuffix = ".key"

  let path: String

  init(_ path: String) { self.path = path }

  /// Adds all keys in the folder.
  ///
  /// A private key is read when it signs.
  ///
  /// A key's ID comes from its public file. A private key without a public file is read when a role
  /// lacks a signature, so a file that is not a key does not disturb any command that does not need
  /// it.
  ///
  /// - Parameters:
  ///   - ring: Where to add the keys.
  ///   - signer: A command that signs for keys without a private file.
  ///   - passphrase: The passphrase of the private files, or `nil` to ask for it.
  /// - Throws: `KeyError` if a key cannot be used. `FileError` if the folder cannot be read.
  func add(to ring: KeyRing, signer: String?, passphrase: [UInt8]? = nil) throws {
    let names = Set(try Folder(path).names())
    let origin = KeyRing.Origin.folder("--keys '\(path)'")
    for name in names.sorted() {
      if let base = Self.base(of: name, Self.privateSuffix),
        !names.contains(base + Self.publicSuffix)
      {
        let file = path + "/" + name
        ring.addUnidentified(file, from: origin) {
          try Self.signingKey(in: file, passphrase: passphrase)
        }
      } else if let base = Self.base(of: name, Self.publicSuffix) {
        try add(base, from: origin, to: ring, signer: signer, passphrase: passphrase)
      }
    }
  }

  /// Adds the key with the public file `base.pub`, if a private file or a command signs for it.
  private func add(
    _ base: String, from origin: KeyRing.Origin, to ring: KeyRing, signer: String?,
    passphrase: [UInt8]?
  ) throws {
    let stem = path + "/" + base
    let publicFile = try KeyFile(.file(stem + Self.publicSuffix), environment: KeyFile.environment)
    guard publicFile.kind == .publicKey, let key = try? publicFile.publicKey() else { return }
    let privatePath = stem + Self.privateSuffix
    if (try? FileStatus(of: privatePath)) != nil {
      ring.add(try key.trustKeyID(), from: origin) {
        try Self.signingKey(in: privatePath, passphrase: passphrase)
      }
    } else if let signer {
      ring.add(try key.trustKeyID(), from: origin) {
        SigningCommand(signer, publicKey: key, environment: KeyFile.environment)
      }
    }
  }

  private static func base(of name: String, _ suffix: String) -> String? {
    name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
  }

  private static func signingKey(
    in path: String, passphrase: [UInt8]?
  ) throws -> any MetadataSigner {
    var file = try KeyFile(.file(path), environment: KeyFile.environment)
    defer { file.cleanse() }
    return try file.signingKey { try passphrase ?? PassphraseSource().passphrase(of: path) }
  }
}
