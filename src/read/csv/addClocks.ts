import { CLOCK_ONLY } from "./inferType.ts";
import { localStamps } from "./localStamps.ts";
import type { CsvColumnInfo, RawColumn } from "./csvColumnInfo.ts";
import type { TimeReaders } from "./timeReaders.ts";

/** Names of a column with the time of day of a row. */
const CLOCK_NAME = /^(?:time|clock|uhrzeit|zeit|hora|heure|ora|tijd)(?:\b|_)/i;

/**
 * Combines a column of clock times with the column of dates of the table, if there is exactly one
 * of each and no column of whole times. If there are several columns of clock times, the one named
 * like a time counts.
 */
export function addClocks(
  columns: readonly RawColumn[],
  infos: readonly CsvColumnInfo[],
  { tz, readers }: { tz: string | undefined; readers: TimeReaders },
): { columns: readonly RawColumn[]; infos: readonly CsvColumnInfo[] } {
  const dates = infos.filter(({ type }) => type === "date");
  const clocks = infos.filter(({ why }) => why === CLOCK_ONLY);
  const named = clocks.filter(({ name }) => CLOCK_NAME.test(name));
  const [date, ...otherDates] = dates, [clock, ...others] = named.length > 0 ? named : clocks;
  const hasTimes = infos.some(({ type }) => type === "time" || type.startsWith("epoch_"));
  if (date === undefined || clock === undefined || otherDates.length + others.length > 0) {
    return { columns, infos };
  }
  if (hasTimes) return { columns, infos };
  const { name } = date;
  const replaceInfo = (more: Partial<CsvColumnInfo>) =>
    infos.map((info) => info === clock ? { ...info, ...more } : info);
  if (tz === undefined) {
    const why = `it may be combined with ${JSON.stringify(name)} to a time; pass tz`;
    return { columns, infos: replaceInfo({ why }) };
  }
  const read = readers.dateReader(date.format), { read: clockOf } = localStamps([]);
  const days = columns[infos.indexOf(date)]?.fields ?? [];
  const withDay = (field: string | null, row: number): string | null => {
    const day = days[row] ?? null;
    if (field === null || day === null) return null;
    try {
      const iso = read === undefined
        ? day
        : new Date(Number(read(day) / 1000n)).toISOString().slice(0, 10);
      return clockOf(`${iso} ${field}`) ?? `${day} ${field}`;
    } catch {
      return `${day} ${field}`; // an error of the row
    }
  };
  return {
    columns: columns.map((column, at) =>
      infos[at] === clock ? { ...column, fields: column.fields.map(withDay) } : column
    ),
    infos: replaceInfo({ type: "time", dates: name, why: undefined }),
  };
}
