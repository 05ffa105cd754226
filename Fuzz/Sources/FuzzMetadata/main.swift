import CFuzz

@testable import ErosCore
@testable import ErosCrypto
@testable import ErosTrust

// The first byte of the input selects a role; the rest is what the role signs. The input is signed
// here with the keys of the role, because no mutation would have a valid signature. Then a device
// updates from a repository that contains it.

let repository = try Repository()

/// Requires that `written` has all members of `read`, except that it can have more of them.
func checkMembers(of read: JSONValue, in written: JSONValue?) {
  switch (read, written) {
  case (.object(let read), .object(let written)?):
    // `JSONObject` searches linearly.
    let values = Dictionary(
      written.members.map { ($0.key, $0.node.value) }, uniquingKeysWith: { first, _ in first })
    for member in read.members { checkMembers(of: member.node.value, in: values[member.key]) }
  case (.array(let read), .array(let written)?):
    precondition(read.count == written.count, "a list lost a value")
    for (read, written) in zip(read, written) { checkMembers(of: read.value, in: written.value) }
  case (.string(let read), .string(let written)?):
    // Digests are written in lowercase.
    precondition(read.lowercased() == written.lowercased(), "a string changed")
  default:
    precondition(written.flatMap { CanonicalJSON.encode($0) } == CanonicalJSON.encode(read))
  }
}

/// Reads the file as one type of metadata; what is written again must have the same contents.
func read<Contents: RoleMetadata>(_ file: [UInt8], as type: Contents.Type) {
  guard let metadata = try? SignedMetadata<Contents>(file, file: "file") else { return }
  if let value = try? JSONReader.read(file, file: "file").value,
    let signed = value.object?["signed"]
  {
    checkMembers(of: signed, in: metadata.contents.json)
  }
  let written = JSONWriter.write(
    .sorted(["signed": metadata.contents.json, "signatures": .list([])]))
  guard let again = try? SignedMetadata<Contents>(written, file: "written") else {
    fatalError("cannot read \(String(decoding: written, as: UTF8.self))")
  }
  precondition(again.signedBytes == CanonicalJSON.encode(metadata.contents.json))
}

var argumentCount = CommandLine.argc
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&argumentCount, &arguments) { bytes, count in
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  read(input, as: RootMetadata.self)
  guard let selector = input.first else { return 0 }
  let signed = Array(input.dropFirst())
  do {
    let files = try repository.files(replacing: selector, with: signed)
    for file in files.values {
      read(file, as: RootMetadata.self)
      read(file, as: TimestampMetadata.self)
      read(file, as: SnapshotMetadata.self)
      read(file, as: TargetsMetadata.self)
    }
    try repository.update(from: files)
  } catch is TrustError {
  } catch { fatalError("\(error)") }
  return 0
}
