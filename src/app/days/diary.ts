import { columnName } from "../../api/fields/columnName.ts";
import type { Client } from "../../client/client.ts";
import { type Columns, dateColumn } from "../../frame/columns/columns.ts";
import { nullable } from "../../frame/columns/nullable.ts";
import { type FrameLike, openFrame } from "../../frame/open.ts";
import type { Frame } from "../../frame/polars/frame.ts";
import { columnNames } from "../../frame/polars/seriesOf.ts";
import { toFrame } from "../../frame/polars/toFrame.ts";
import { attachDisplay } from "../../frame/polars/withDisplay.ts";
import { checkOptions, optionNames } from "../../options/checkOptions.ts";
import { suggest } from "../../options/suggest.ts";
import type { Annotation } from "../../schema/annotations.ts";
import { localDay } from "../../time/day.ts";
import { type Range, toInterval } from "../../time/interval.ts";
import type { Zones } from "../../time/zone.ts";
import { checkClient } from "../ask/checkInput.ts";
import { warnAbsent } from "../ask/ifThere.ts";
import { zoneOf } from "../ask/zoneOf.ts";
import { annotationEvents } from "./annotationEvents.ts";

/** Options of {@linkcode Questions.diary}. */
export interface DiaryOptions {
  /** Names of entries, in this order. @default all entries of the range */
  names?: readonly string[] | undefined;
  /** IANA zone of the days. @default the client's */
  tz?: Zones | undefined;
}

const OPTIONS = optionNames<DiaryOptions>()("names tz");

const ACTION = "read the diary";

/** Function that combines the entries of a day. */
type Combining = "sum" | "mean";

/** Entries of one kind: their column, and the values by day. */
interface Kind {
  readonly column: string;
  readonly unit: string | undefined;
  readonly combining: Combining;
  /** First day on which the kind is known. */
  first: number;
  readonly days: Map<number, number[]>;
}

/** Reads the diary as a row per day: see {@linkcode Questions.diary}. */
export async function diary(
  me: Client,
  range: Range,
  options: DiaryOptions = {},
): Promise<Frame> {
  checkClient(ACTION, me);
  checkOptions(ACTION, options, OPTIONS);
  const tz = zoneOf(me, options.tz, ACTION);
  const { start, end } = toInterval(range, { tz });
  const [definitions, { value: events, absent }] = await Promise.all([
    me.api.annotations.list(),
    annotationEvents(me, range, tz),
  ]);
  if (absent !== null) warnAbsent(absent);
  const { kinds, last } = readKinds(events, definitions, tz);
  const wanted = chosen(kinds, options.names, definitions, tz);
  const first = localDay(start, tz), until = end > start ? localDay(end - 1n, tz) : first - 1;
  const days = Array.from({ length: until - first + 1 }, (_, i) => first + i);
  const columns: Columns = {
    date: dateColumn(Int32Array.from(days)),
    ...Object.fromEntries(
      wanted.map((kind) => [
        kind.column,
        nullable(days.map((day) => valueOn(kind, day, last))),
      ]),
    ),
  };
  const frame = attachDisplay(toFrame(columns), {
    units: Object.fromEntries(
      wanted.flatMap(({ column, unit }) => unit === undefined ? [] : [[column, unit]]),
    ),
  });
  ADDED.set(
    frame,
    wanted.filter(({ combining }) => combining === "sum").map(({ column }) => column),
  );
  return frame;
}

/** Columns of each diary that add up over days, such as cups of coffee, unlike a mood. */
const ADDED = new WeakMap<object, readonly string[]>();

/** Returns the columns of a diary that add up over days; none of another frame. */
export function addedColumns(frame: FrameLike): readonly string[] {
  return ADDED.get(frame) ?? [];
}

/**
 * Returns the user's rows for a table of days. `"diary"` reads the diary; an empty diary is
 * `undefined`.
 *
 * @throws {TypeError} if the days are another user's
 */
export async function ownRows(
  me: Client,
  range: Range,
  { own, tz, userid }: {
    readonly own?: FrameLike | "diary" | undefined;
    readonly tz?: Zones | undefined;
    readonly userid?: string | undefined;
  },
  action: string,
): Promise<FrameLike | undefined> {
  if (own !== "diary") return own;
  if (userid !== undefined) {
    throw new TypeError(
      `Cannot ${action}: own is "diary", which is yours, and userid is another user. Omit one of them.`,
    );
  }
  const frame = await diary(me, range, { tz: zoneOf(me, tz, action) });
  return columnNames(frame).length > 1 ? frame : undefined;
}

/**
 * Returns the value of a day. Without an entry, a value that adds up is 0 while the diary was kept.
 */
function valueOn({ days, combining, first }: Kind, day: number, last: number): number | null {
  const values = days.get(day);
  if (values === undefined) return combining === "sum" && day >= first && day <= last ? 0 : null;
  const sum = values.reduce((total, value) => total + value, 0);
  return combining === "sum" ? sum : sum / values.length;
}

/** Groups events by the annotation that they belong to. */
function readKinds(
  events: Frame,
  definitions: readonly Annotation[],
  tz: string,
): { kinds: Map<string, Kind>; last: number } {
  const bySource = new Map(definitions.map((one) => [one.svc_source_id, one]));
  const { recorded_at: at, start_time, end_time, value, source_id } = openFrame(events).read({
    recorded_at: "time",
    start_time: "time",
    end_time: "time",
    value: "float64",
    source_id: "text",
  });
  const kinds = new Map<string, Kind>();
  let last = -Infinity;
  source_id.values.forEach((source, row) => {
    const definition = source === null ? undefined : bySource.get(source);
    if (definition === undefined) return;
    const day = localDay(at.values[row]!, tz);
    const kind = kindOf(definition, kinds, tz);
    const hasSpan = start_time.valid?.[row] !== 0 && end_time.valid?.[row] !== 0;
    const amount = definition.annotation_type === "duration"
      ? hasSpan ? Number(end_time.values[row]! - start_time.values[row]!) / 60_000_000 : undefined
      : definition.measurement_spec === null
      ? 1
      : value.valid?.[row] === 0
      ? undefined
      : value.values[row]!;
    if (amount === undefined) return;
    last = Math.max(last, day);
    kind.first = Math.min(kind.first, day);
    const values = kind.days.get(day);
    if (values === undefined) kind.days.set(day, [amount]);
    else values.push(amount);
  });
  return { kinds, last };
}

/** Returns the kind of an annotation. Adds it if it is new. */
function kindOf(definition: Annotation, kinds: Map<string, Kind>, tz: string): Kind {
  const known = kinds.get(definition.id);
  if (known !== undefined) return known;
  const { name, annotation_type: type, measurement_spec: spec, created_at } = definition;
  const taken = new Set([...kinds.values()].map(({ column }) => column));
  let column = columnName(name);
  if (column === "date") column = "date_value";
  for (let i = 2; taken.has(column); i++) column = `${columnName(name)}_${i}`;
  const adds = type === "moment" || type === "people" || type === "duration" ||
    spec?.metric_kind === "cumulative";
  const kind: Kind = {
    column,
    unit: type === "duration" ? "min" : spec?.unit ?? undefined,
    combining: adds ? "sum" : "mean",
    first: localDay(Temporal.Instant.from(String(created_at)).epochNanoseconds / 1000n, tz),
    days: new Map(),
  };
  kinds.set(definition.id, kind);
  return kind;
}

/** @throws {RangeError} if a name is not in the diary */
function chosen(
  kinds: Map<string, Kind>,
  names: readonly string[] | undefined,
  definitions: readonly Annotation[],
  tz: string,
): Kind[] {
  if (names === undefined) {
    return definitions.flatMap(({ id }) => kinds.get(id) ?? []);
  }
  return names.map((name) => {
    const folded = String(name).toLowerCase();
    const definition = definitions.find((one) =>
      one.deleted_at === null &&
      (one.name.toLowerCase() === folded || columnName(one.name) === folded)
    );
    if (definition === undefined) {
      throw new RangeError(
        `Cannot ${ACTION}: unknown entry ${JSON.stringify(name)}${
          suggest(String(name), definitions.map((one) => one.name))
        }`,
      );
    }
    return kindOf(definition, kinds, tz);
  });
}
