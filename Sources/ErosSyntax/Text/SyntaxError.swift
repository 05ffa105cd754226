public import ErosCore

/// Why a file of a native project cannot be read, and where.
public typealias SyntaxError = TextError<SyntaxErrorKind>

/// What is wrong with a file that should hold a version.
@nonexhaustive
public enum SyntaxErrorKind: TextErrorKind {
  /// Something else was due.
  case unexpected(found: String, expected: String)
  /// The text ends too early.
  case cutShort(expected: String)
  /// A byte is not part of well-formed UTF-8, or the text is in another encoding.
  case notUTF8
  /// A merge left both sides here.
  case conflict
  /// A document type declares things of its own, which could grow without bounds.
  case ownDeclarations
  /// A reference such as `&x;` that XML does not know by itself.
  case unknownEntity(String)
  /// A key is there twice.
  case duplicateKey(String)
  /// Values are inside each other more deeply than the limit.
  case tooDeep(limit: Int)
  /// There is more of something than the limit.
  case tooMany(String, limit: Int)
  /// A binary property list is damaged at a byte.
  case damagedBinary(byte: Int, reason: String)
  /// An edit would need more than the format of this file has room for.
  case noRoom(reason: String)
  /// The text is sound but is not what its name says.
  case wrongKind(found: String, expected: String)

  public var description: String {
    switch self {
    case .unexpected(let found, let expected): "expected \(expected), found \(found)"
    case .cutShort(let expected): "the text ends where \(expected) is due"
    case .notUTF8: "the byte here is not well-formed UTF-8"
    case .conflict: "a merge left a conflict here"
    case .ownDeclarations: "the document type has declarations of its own"
    case .unknownEntity(let name): "the entity '\(name.escapedForDisplay)' is not one of XML's five"
    case .duplicateKey(let key): "the key '\(key.escapedForDisplay)' is there twice"
    case .tooDeep(let limit): "values are nested deeper than \(limit) levels"
    case .tooMany(let what, let limit): "there are more than \(limit) \(what)"
    case .damagedBinary(let byte, let reason):
      "the binary property list is damaged at byte \(byte): \(reason)"
    case .noRoom(let reason): "the new version does not fit into the file: \(reason)"
    case .wrongKind(let found, let expected): "this is \(found), not \(expected)"
    }
  }

  public var remedy: String? {
    switch self {
    case .notUTF8: "save the file as UTF-8"
    case .conflict: "resolve the conflict and remove its marks"
    case .ownDeclarations: "remove the part in brackets; property lists need none"
    case .duplicateKey: "remove one of the two; readers disagree on which one counts"
    case .damagedBinary, .noRoom: "write it as XML: `plutil -convert xml1 FILE`"
    case .unexpected, .cutShort, .wrongKind:
      "correct the file, or take it from the last commit: `git checkout -- FILE`"
    case .unknownEntity: "write the character itself, or its number, such as `&#169;`"
    case .tooDeep, .tooMany: "no such file is this large; take out what does not belong there"
    }
  }
}

/// What is wrong at which byte of a text; whoever knows the file's name makes an error of it.
package struct SyntaxFailure: Error {
  package let kind: SyntaxErrorKind
  package let offset: Int

  package init(_ kind: SyntaxErrorKind, at offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  package func error(in text: [UInt8], file: String) -> SyntaxError {
    // Lines of a binary file mean nothing.
    let isBinary = text.starts(with: "bplist".utf8)
    let position = isBinary ? .start : TextPosition(ofByte: offset, in: text)
    return SyntaxError(file: file, position: position, kind: kind)
  }
}
