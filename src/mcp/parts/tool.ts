import { z } from "zod";
import type { Measure } from "../../api/fields/metricTable.ts";
import type { MeasureName } from "../../app/days/measuredDays.ts";
import type { Me } from "../../app/me.ts";
import { BASE, MOST_ROWS, USUAL_ROWS } from "./answer.ts";

/** A chart of an answer. */
export interface Image {
  /** Bytes of a PNG. */
  readonly png: Uint8Array;
}

/** A question that an assistant can ask. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Schema of the arguments. */
  readonly input: z.ZodObject;
  /** Schema of the answer. */
  readonly output: z.ZodObject;
  /** `true` if it writes, so that it only exists with `--write`. */
  readonly writes: boolean;
  /** Answers the question. */
  readonly ask: (me: Me, args: never) => Promise<ToolAnswer<Record<string, unknown>>>;
}

/** Answer of a tool, and its chart if it has one. */
export type ToolAnswer<T> = T & { readonly [IMAGE]?: Image };

/** Member of an answer that holds its chart, which is not part of the JSON. */
export const IMAGE: unique symbol = Symbol("image");

type Base = z.infer<z.ZodObject<typeof BASE>>;

/** Definition of a tool, with the types of its arguments and of its answer. */
interface Definition<I extends z.ZodRawShape, O extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  /** Meaning of `n`, the number of values behind the answer. */
  readonly n: string;
  readonly output: O;
  readonly writes?: boolean;
  readonly ask: (
    me: Me,
    args: z.output<z.ZodObject<I>>,
  ) => Promise<ToolAnswer<Base & { n: number } & z.input<z.ZodObject<O>>>>;
}

/** Defines a tool. Its answer also has the fields of every answer. */
export function tool<I extends z.ZodRawShape, O extends z.ZodRawShape>(
  { name, title, description, input, n, output, writes = false, ask }: Definition<I, O>,
): Tool {
  return {
    name,
    title,
    description,
    writes,
    input: z.strictObject(input),
    output: z.strictObject({ ...BASE, n: z.number().int().describe(n), ...output }),
    ask: ask as unknown as Tool["ask"],
  };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Returns the schema of a local date. */
function date(text: string) {
  return z.string().regex(DATE, "expected a date such as 2025-03-20").describe(text);
}

/** Argument for the zone of an answer. */
export const ZONE = {
  zone: z.string().max(64).optional()
    .describe("IANA time zone of the days, such as Europe/Berlin. By default the owner's."),
};

/** Argument for one day. */
export const DATE_ARGUMENT = date("Local date, such as 2025-03-20.");

/** Arguments for a range of days. */
export const DAYS = {
  from: date("First local date, such as 2025-03-01."),
  to: date("Local date after the last one: the end is excluded."),
  ...ZONE,
};

/** Arguments for a page of a table. */
export const PAGING = {
  offset: z.number().int().min(0).max(10_000_000).default(0)
    .describe("Number of rows to skip: `next_offset` of the page before."),
  limit: z.number().int().min(1).max(MOST_ROWS).default(USUAL_ROWS)
    .describe(`Maximum number of rows of the page, at most ${MOST_ROWS}.`),
};

/** Names of metrics in an argument. */
export const METRIC = z.string().min(1).max(100)
  .describe(
    "Metric by its name, such as StepCount; `catalog` lists the names.",
  ) as unknown as z.ZodType<
    Measure,
    Measure
  >;

/** A measure of days in an argument. */
export const MEASURE = z.string().min(1).max(100).describe(
  "Metric such as StepCount, measure of the night before such as deep or asleep, workout_min or " +
    "workout_distance.",
) as unknown as z.ZodType<MeasureName, MeasureName>;

/** Returns the range of two dates. */
export function daysOf(
  { from, to }: { readonly from: string; readonly to: string },
): { start_time: string; end_time: string } {
  for (const [name, text] of Object.entries({ from, to })) {
    try {
      Temporal.PlainDate.from(text, { overflow: "reject" });
    } catch {
      throw new RangeError(
        `Cannot read days: ${name} is ${text}, which is not in the calendar. Use a date such as 2025-03-20.`,
      );
    }
  }
  if (from >= to) {
    throw new RangeError(
      `Cannot read days: to is ${to}, which is not after ${from}. The end is excluded, so to is the day after the last one.`,
    );
  }
  return { start_time: from, end_time: to };
}

/** Maximum number of days of a question. */
const MOST_DAYS = 3_660;

/** Checks the number of days of a range. */
export function boundedDays(
  days: { readonly from: string; readonly to: string },
): { start_time: string; end_time: string } {
  const range = daysOf(days);
  const count = Temporal.PlainDate.from(range.start_time).until(range.end_time).days;
  if (count <= MOST_DAYS) return range;
  throw new RangeError(
    `Cannot read days: ${days.from} to ${days.to} are ${count} days, at most ${MOST_DAYS} are allowed. Ask for a shorter range.`,
  );
}
