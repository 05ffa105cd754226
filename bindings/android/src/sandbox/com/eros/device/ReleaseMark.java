package com.eros.device;

import com.eros.device.SandboxState.Blocked;

/**
 * A record in the folder of a release that restricts its use after the state was lost.
 *
 * <p>The state is authoritative. Marks repeat the facts needed to rebuild it. A release without a mark is
 * confirmed or embedded. A restricting mark becomes durable before the state that requires it, and is removed
 * after the state that permits more.
 */
final class ReleaseMark extends Value implements Comparable<ReleaseMark> {
  /** A rollback withdrew the confirmed release. */
  static final ReleaseMark WITHDRAWN = new ReleaseMark("withdrawn", 1, null);
  /** The release was never confirmed. */
  static final ReleaseMark UNCONFIRMED = new ReleaseMark("unconfirmed", 2, null);

  static final String FILE_NAME = "mark.json";
  private static final String BLOCKED = "blocked";
  private static final int MAXIMUM_SIZE = 1 << 10;

  private final String name;
  private final int rank;
  /** The entry of a blocked release without its name, or {@code null}. */
  final Blocked blocked;

  private ReleaseMark(String name, int rank, Blocked blocked) {
    this.name = name;
    this.rank = rank;
    this.blocked = blocked;
  }

  static ReleaseMark blocked(String reason, int count) {
    return new ReleaseMark(BLOCKED, 3, new Blocked("", reason, count));
  }

  /** Returns the mark that a release needs in a state, or {@code null} if it is known to work. */
  static ReleaseMark in(SandboxState state, String tree) {
    if (state.isKnownGood(tree)) return state.withdrawn.contains(tree) ? WITHDRAWN : null;
    Blocked entry = state.blocked(tree);
    return entry == null ? UNCONFIRMED : blocked(entry.reason, entry.count);
  }

  /** Returns the contents of the file. */
  byte[] text() {
    JsonObject object = new JsonObject().put("mark", name);
    if (blocked != null) object.put("reason", blocked.reason).put("count", blocked.count);
    return Utf8.encode(JsonWriter.text(JsonValue.of(object)) + "\n");
  }

  /** Reads the mark in the folder of a release, or returns {@code null}; an invalid one is {@link #UNCONFIRMED}. */
  static ReleaseMark read(Folder folder) throws FileException {
    try {
      try (OpenFile file = folder.openFile(FILE_NAME)) {
        ReleaseMark mark = parse(file.read(0, MAXIMUM_SIZE));
        return mark == null ? UNCONFIRMED : mark;
      }
    } catch (FileException error) {
      if (error.isMissing()) return null;
      if (error.indicatesDamage()) return UNCONFIRMED;
      throw error;
    }
  }

  private static ReleaseMark parse(byte[] text) {
    try {
      JsonFields fields = new JsonFields(JsonReader.read(text), "the mark");
      String name = fields.string("mark");
      if (name.equals(WITHDRAWN.name)) return WITHDRAWN;
      if (!name.equals(BLOCKED)) return null;
      String reason = fields.string("reason");
      int count = (int) fields.integer("count", 0, Integer.MAX_VALUE);
      return Blocked.isReason(reason) ? blocked(reason, count) : null;
    } catch (JsonException error) {
      return null;
    }
  }

  @Override
  public int compareTo(ReleaseMark other) {
    return rank - other.rank;
  }

  @Override
  Object[] parts() {
    return new Object[] {name, blocked};
  }
}
