import { csvTimes } from "../csv/csvTimes.ts";
import type { ExportCollector } from "./exportCollector.ts";

/** Reads the times of an export as microseconds since 1970; a row whose time cannot be read is skipped. */
export interface ExportTimes {
  /** An ISO 8601 time, with a zone or without; undefined where it is none, and the row is skipped. */
  at(text: string | undefined, where?: string): number | undefined;
}

const OFFSET_OR_ZONE = /(?:[zZ]|[+-]\d\d(?::?\d\d)?)(?:\[[^\]]+\])?$/;

/**
 * Reads the times of an export. A time without a zone is read in `tz`; where it falls into an hour that
 * the clock showed twice the earlier is meant, where the clock skipped it, it is read with the offset before.
 */
export function exportTimes(collector: ExportCollector, tz: string | undefined): ExportTimes {
  const read = csvTimes(tz);
  const at = (text: string | undefined, where?: string): number | undefined => {
    if (text === undefined) return void collector.skip("it has no time", where);
    const isLocal = !OFFSET_OR_ZONE.test(text.slice(10));
    if (isLocal && tz === undefined) {
      return void collector.skip("its time names no zone; give tz", where, text);
    }
    try {
      return Number(read(text));
    } catch {
      return isLocal ? unusual(text, where) : odd(text, where);
    }
  };
  const unusual = (text: string, where?: string): number | undefined => {
    try {
      const moment = Temporal.PlainDateTime.from(text).toZonedDateTime(tz!, {
        disambiguation: "compatible",
      });
      collector.note(`an hour that the clock of ${tz} showed twice is read as the earlier one`);
      return Number(moment.epochNanoseconds / 1000n);
    } catch {
      return odd(text, where);
    }
  };
  const odd = (text: string, where?: string): undefined =>
    void collector.skip("its time cannot be read", where, text);
  return { at };
}
