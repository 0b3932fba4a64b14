import type { Access } from "./sqlite/access.ts";
import type { Connection } from "./sqlite/connection.ts";
import { Turn } from "./sqlite/turn.ts";
import { DAY_MICROS } from "../time/units.ts";

/** Amounts of a user's data. */
export interface StoredTotals {
  readonly records: number;
  /** Days (UTC) with the start of at least one record. */
  readonly days: number;
  /** Devices that records refer to. */
  readonly devices: number;
  /** Sources that records refer to. */
  readonly sources: number;
}

/** Counts a user's data: the records of each series, and the days one by one over the index. */
export function totalsOf(access: Access, userid: string): Promise<StoredTotals> {
  return access.read(async (db) => {
    const user = db.row<{ key: bigint }>("SELECT key FROM users WHERE userid = ?", userid)?.key;
    if (user === undefined) return { records: 0, days: 0, devices: 0, sources: 0 };
    const days = new Set<bigint>(), turn = new Turn();
    let records = 0;
    for (const { key } of db.rows<{ key: bigint }>("SELECT key FROM series WHERE user = ?", user)) {
      records += count(db, "SELECT count(*) AS count FROM records WHERE series = ?", key);
      await addDays(db, key, days, turn);
    }
    return {
      records,
      days: days.size,
      devices: count(
        db,
        `SELECT count(DISTINCT device_properties) AS count FROM origins
         WHERE user = ? AND device_properties <> 'null'`,
        user,
      ),
      sources: count(db, "SELECT count(*) AS count FROM sources WHERE user = ?", user),
    };
  });
}

async function addDays(
  db: Connection,
  series: bigint,
  days: Set<bigint>,
  turn: Turn,
): Promise<void> {
  const sql = "SELECT min(start) AS start FROM records WHERE series = ? AND start >= ?";
  let from = -(1n << 62n);
  for (;;) {
    if (turn.isOver()) await turn.next();
    const start = db.row<{ start: bigint | null }>(sql, series, from)?.start ?? null;
    if (start === null) return;
    const day = (start - (start % DAY_MICROS + DAY_MICROS) % DAY_MICROS) / DAY_MICROS;
    days.add(day);
    from = (day + 1n) * DAY_MICROS;
  }
}

function count(db: Connection, sql: string, key: bigint): number {
  return Number(db.one<{ count: bigint }>(sql, key).count);
}
