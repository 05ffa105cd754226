import ErosCore
import ErosTrust

extension ReportDatabase {
  /// Alarms that were sent and have not ended, so that a restarted server can send their ends.
  static let alarmSchema = """
    CREATE TABLE IF NOT EXISTS alarms (
      kind TEXT NOT NULL, channel TEXT, release INTEGER, role TEXT, text TEXT NOT NULL) STRICT;
    """

  func alarms() throws(DatabaseError) -> [Alarm] {
    var alarms: [Alarm] = []
    let query = "SELECT kind, channel, release, role, text FROM alarms"
    try forEachRow(query, []) { row throws(DatabaseError) in
      guard let kind = Alarm.Kind(rawValue: row.text(0)) else { return }
      let role = row.text(3)
      let key = Alarm.Key(
        kind: kind, channel: try? ChannelName(row.text(1)), release: row.optionalInteger(2),
        role: role.isEmpty ? nil : role)
      // The end of an alarm has no hint.
      alarms.append(Alarm(key: key, text: row.text(4), hint: ""))
    }
    return alarms
  }

  /// Runs in the transaction of the caller.
  static func keep(
    _ alarms: [Alarm], in database: borrowing Database
  ) throws(DatabaseError) {
    try database.run("DELETE FROM alarms")
    var insert = try database.prepare("INSERT INTO alarms VALUES (?, ?, ?, ?, ?)")
    for alarm in alarms {
      try insert.run(
        .text(alarm.key.kind.rawValue), alarm.key.channel.map { .text("\($0)") } ?? .null,
        alarm.key.release.map { .integer($0) } ?? .null,
        alarm.key.role.map { .text($0) } ?? .null, .text(alarm.text))
    }
  }
}
