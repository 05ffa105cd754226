package com.eros.device;

/**
 * The two state files of a sandbox, written alternately.
 *
 * <p>The newer valid file is authoritative. Only the older file is overwritten, so a valid file exists at any
 * time. Each file contains the SHA-256 of its other members. A file whose sequence number cannot result from
 * counting also counts as damaged.
 */
final class StateFiles {
  static final String[] NAMES = {"state.a.json", "state.b.json"};
  private static final int MAXIMUM_SIZE = 1 << 20;
  /** Counting cannot reach a larger number. The last number is followed by the first. */
  private static final long LAST_SEQUENCE = 1L << 32;
  /** If the numbers differ by more, the file with the higher number is damaged. */
  private static final long MAXIMUM_JUMP = 1L << 31;

  private enum Kind { MISSING, DAMAGED, FROM_LATER_VERSION, STATE }

  /** The content of a state file. */
  private static final class Content {
    static final Content MISSING = new Content(Kind.MISSING, null, 0);
    static final Content DAMAGED = new Content(Kind.DAMAGED, null, 0);
    static final Content FROM_LATER_VERSION = new Content(Kind.FROM_LATER_VERSION, null, 0);

    final Kind kind;
    final SandboxState state;
    /** The sequence number, or 0 without a state. */
    final long sequence;

    Content(Kind kind, SandboxState state, long sequence) {
      this.kind = kind;
      this.state = state;
      this.sequence = sequence;
    }
  }

  private final Folder folder;
  private final Content[] contents;

  private StateFiles(Folder folder, Content[] contents) throws SandboxException {
    this.folder = folder;
    this.contents = contents;
    int jumped = jumped();
    if (jumped >= 0) contents[jumped] = Content.DAMAGED;
    for (Content content : contents) {
      if (content.kind == Kind.FROM_LATER_VERSION) throw SandboxException.laterVersion(folder.path);
    }
  }

  /** Reads both files; a file of a newer version must be neither ignored nor overwritten. */
  static StateFiles read(Folder folder) throws ErosException {
    return new StateFiles(
        folder, new Content[] {content(NAMES[0], folder), content(NAMES[1], folder)});
  }

  /** Reads the files, and treats an unreadable file as damaged; use the result only for reading. */
  static StateFiles readSkippingUnreadable(Folder folder) throws ErosException {
    Content[] contents = new Content[NAMES.length];
    for (int index = 0; index < NAMES.length; index++) {
      try {
        contents[index] = content(NAMES[index], folder);
      } catch (FileException error) {
        contents[index] = Content.DAMAGED;
      }
    }
    return new StateFiles(folder, contents);
  }

  /** Returns whether a file is a state of this or a newer version. */
  static boolean isValid(String name, Folder folder) throws FileException {
    Kind kind = content(name, folder).kind;
    return kind == Kind.STATE || kind == Kind.FROM_LATER_VERSION;
  }

  /** Returns the newest valid state, or {@code null} if neither file is valid. */
  SandboxState state() {
    int newest = newest();
    return newest < 0 ? null : contents[newest].state;
  }

  boolean isDamaged(int index) {
    return contents[index].kind == Kind.DAMAGED;
  }

  boolean hasDamaged() {
    return isDamaged(0) || isDamaged(1);
  }

  /** Replaces the older file durably. */
  void write(SandboxState state) throws ErosException {
    int newest = newest();
    final int slot = newest == 0 ? 1 : 0;
    long sequence = successor(newest < 0 ? 0 : contents[newest].sequence);
    folder.replaceFile(
        NAMES[slot], text(state, sequence), folder,
        new Folder.Preparation() {
          @Override
          public void prepare() throws ErosException {
            // `rename` cannot replace a folder with a file.
            if (isDamaged(slot)) folder.removeTree(NAMES[slot]);
          }
        });
    contents[slot] = new Content(Kind.STATE, state, sequence);
  }

  // Sequence numbers

  private int newest() {
    long first = contents[0].sequence;
    long second = contents[1].sequence;
    if (first == 0) return second == 0 ? -1 : 1;
    if (second == 0) return 0;
    return isOlder(first, second) ? 1 : 0;
  }

  private static boolean isOlder(long first, long second) {
    if (successor(first) == second) return true;
    return first < second && successor(second) != first;
  }

  private static long successor(long sequence) {
    return sequence < LAST_SEQUENCE ? sequence + 1 : 1;
  }

  /** Returns the index of a file whose number is too far ahead of the other one, or -1. */
  private int jumped() {
    long first = contents[0].sequence;
    long second = contents[1].sequence;
    boolean isNear = first == 0 || second == 0 || Math.abs(first - second) <= MAXIMUM_JUMP
        || successor(first) == second || successor(second) == first;
    return isNear ? -1 : first > second ? 0 : 1;
  }

  // Files

  /** Returns sequence number, body, and the digest of both as compact JSON. */
  private static byte[] text(SandboxState state, long sequence) {
    JsonObject file =
        new JsonObject().put("sequence", sequence).put("body", StateJson.write(state));
    file.put("sha256", digest(file));
    return Utf8.encode(JsonWriter.text(JsonValue.of(file)) + "\n");
  }

  private static String digest(JsonObject file) {
    return Hashing.sha256(JsonWriter.compact(JsonValue.of(file)));
  }

  /** Reads a file; after two failed attempts, it counts as damaged. */
  private static Content content(String name, Folder folder) throws FileException {
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        return content(folder.readFile(name, MAXIMUM_SIZE));
      } catch (FileException error) {
        if (error.isMissing()) return Content.MISSING;
        if (!error.indicatesDamage()) throw error;
      }
    }
    return Content.DAMAGED;
  }

  private static Content content(byte[] text) {
    JsonObject root;
    try {
      root = JsonReader.read(text).object();
    } catch (JsonException error) {
      return Content.DAMAGED;
    }
    JsonValue recorded = root == null ? null : root.get("sha256");
    if (recorded == null || !Hex.isSha256(recorded.string())) return Content.DAMAGED;
    root.remove("sha256");
    JsonValue number = root.get("sequence");
    Long sequence = number == null ? null : number.integer();
    JsonValue body = root.get("body");
    boolean isValid = digest(root).equals(recorded.string()) && sequence != null && sequence >= 1
        && sequence <= LAST_SEQUENCE && body != null;
    if (!isValid) return Content.DAMAGED;
    if (root.size() != 2) return Content.FROM_LATER_VERSION;
    try {
      return new Content(Kind.STATE, StateJson.read(body), sequence);
    } catch (JsonException error) {
      return Content.FROM_LATER_VERSION;
    }
  }
}
