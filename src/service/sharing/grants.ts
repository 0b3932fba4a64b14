import type { Participation } from "../http/handler.ts";
import type { Interval } from "../../time/interval.ts";
import { MAX_MICROS, MIN_MICROS } from "../../time/instant.ts";

/** What one user lets another read: everything, or what their shares cover. */
export class Grants {
  readonly #shares: readonly Grant[] | "everything";

  /** Of the permissions that somebody holds, or of everything. */
  constructor(permissions: readonly Participation["terms"][] | "everything") {
    this.#shares = permissions === "everything" ? permissions : permissions.map(grantOf);
  }

  /** Whether nothing is shared at all. */
  get isEmpty(): boolean {
    return this.#shares.length === 0;
  }

  /** The data types that shares name. */
  get dataTypes(): readonly string[] {
    if (this.#shares === "everything") return [];
    return [...new Set(this.#shares.flatMap((share) => share.dataTypes))];
  }

  /**
   * Whether a data type may be read in the whole of an interval: the shares that cover the type must
   * between them leave no gap in it. Without an interval, any share of the type does: what has no
   * time, such as a type's schema, has no window either.
   */
  covers(dataType: string, interval: Interval | null): boolean {
    const windows = this.windows(dataType);
    if (interval === null) return windows.length > 0;
    // An empty range has no data, but asks for a share all the same.
    return windows.some(({ start, end }) =>
      start <= interval.start && interval.start < end && end >= interval.end
    );
  }

  /** When a data type may be read: stretches of time in order, of which no two touch. */
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

  /** Whether any files are shared. */
  get hasFiles(): boolean {
    if (this.#shares === "everything") return true;
    return this.#shares.some((share) =>
      share.allData ||
      share.dataTypes.some((type) => type.startsWith(FILE) || type.startsWith(HISTORY))
    );
  }
}

/** With what the data types of files begin. */
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
 * Whether a data type lies within one that is shared: it is it, is defined on it (`Event` covers
 * `Event/<uuid>`), or is a file below it (`file:/a` and `file:/a/` cover `file:/a/b/c.csv`).
 */
function isWithin(dataType: string, shared: string): boolean {
  return dataType === shared ||
    dataType.startsWith(shared.endsWith("/") ? shared : `${shared}/`);
}
