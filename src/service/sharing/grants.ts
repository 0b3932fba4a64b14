import type { Participation } from "../http/handler.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";

/** Data that one user lets another read: everything, or what shares cover. */
export class Grants {
  readonly #shares: readonly Grant[] | "everything";

  constructor(permissions: readonly Participation["terms"][] | "everything") {
    this.#shares = permissions === "everything" ? permissions : permissions.map(grantOf);
  }

  /** True if nothing is shared. */
  get isEmpty(): boolean {
    return this.#shares.length === 0;
  }

  /** Data types in the shares. */
  get dataTypes(): readonly string[] {
    if (this.#shares === "everything") return [];
    return [...new Set(this.#shares.flatMap((share) => share.dataTypes))];
  }

  /**
   * Returns whether a data type may be read throughout an interval: the shares of the type must
   * cover it without a gap. Without an interval, any share of the type is enough: data without a
   * time, such as a type's schema, has no window either.
   */
  covers(dataType: string, interval: Interval | null): boolean {
    const windows = this.windows(dataType);
    if (interval === null) return windows.length > 0;
    // An empty range has no data, but still needs a share.
    return windows.some(({ start, end }) =>
      start <= interval.start && interval.start < end && end >= interval.end
    );
  }

  /** Returns the intervals in which a data type may be read, ordered and separate. */
  windows(dataType: string): Interval[] {
    if (this.#shares === "everything") return [{ start: MIN_MICROS, end: MAX_MICROS }];
    const joined: { start: bigint; end: bigint }[] = [];
    const shares = this.#shares
      .filter((share) => share.allData || share.dataTypes.some((type) => isWithin(dataType, type)))
      .sort((a, b) => a.start < b.start ? -1 : 1);
    for (const { start, end } of shares) {
      const last = joined.at(-1);
      if (last === undefined || start > last.end) joined.push({ start, end });
      else if (end > last.end) last.end = end;
    }
    return joined;
  }

  /** True if files are shared. */
  get hasFiles(): boolean {
    if (this.#shares === "everything") return true;
    return this.#shares.some((share) =>
      share.allData ||
      share.dataTypes.some((type) => type.startsWith(FILE) || type.startsWith(HISTORY))
    );
  }
}

/** Prefix of files' data types. */
export const FILE = "file:";

/** Prefix of data types that share all versions of files. */
export const HISTORY = "filehistory:";

interface Grant {
  readonly allData: boolean;
  readonly dataTypes: readonly string[];
  readonly start: bigint;
  readonly end: bigint;
}

function grantOf({ body, allData, start, end }: Participation["terms"]): Grant {
  const { svc_data_types: dataTypes } = JSON.parse(body) as { svc_data_types: string[] };
  return { allData, dataTypes, start: start ?? MIN_MICROS, end: end ?? MAX_MICROS };
}

/**
 * Returns whether a shared data type covers another one: the same type, a type based on it (`Event`
 * covers `Event/<uuid>`), or a file below it (`file:/a` and `file:/a/` cover `file:/a/b/c.csv`).
 */
function isWithin(dataType: string, shared: string): boolean {
  return dataType === shared ||
    dataType.startsWith(shared.endsWith("/") ? shared : `${shared}/`);
}
