import type { Columns } from "../../frame/columns/columns.ts";
import { Texts } from "../export/texts.ts";
import { HealthRows } from "./healthRows.ts";
import { type HealthItem, healthSpans, type StampsAs } from "./healthSpans.ts";
import { HEALTH_NUMBER, SLEEP_TYPE, SLEEP_VALUES, TYPE_PREFIX } from "./healthTables.ts";
import type { HealthProblem, HealthTables } from "./healthReport.ts";
import { type HealthStamp, healthStamp } from "./healthStamp.ts";
import type { HealthXmlHandler } from "./healthXml.ts";
import type { Attributes, TagScan } from "./recordScan.ts";
import { workoutNumbers } from "./workoutNumbers.ts";

export interface CollectorOptions {
  readonly tz: string;
  readonly stamps: StampsAs;
  readonly types: readonly string[] | undefined;
}

const MOST_PROBLEMS = 100;

interface Item extends HealthItem {
  /** Returns `value` as a number; `undefined` if it is missing or not a number. */
  number(): number | undefined;
}

/** A record or a workout that the XML parser read. */
class ParsedItem implements Item {
  readonly #attributes: Attributes;

  constructor(attributes: Attributes) {
    this.#attributes = attributes;
  }

  text(name: string): string | undefined {
    return this.#attributes[name];
  }

  stamp(name: "startDate" | "endDate"): HealthStamp | undefined {
    const text = this.#attributes[name];
    return text === undefined ? undefined : healthStamp(text);
  }

  number(): number | undefined {
    const text = this.#attributes["value"];
    return text !== undefined && HEALTH_NUMBER.test(text) ? Number(text) : undefined;
  }
}

/** Collects the records, sleep and workouts of a health export in columns. */
export class HealthCollector implements HealthXmlHandler {
  readonly #options: CollectorOptions;
  readonly #spanOf: ReturnType<typeof healthSpans>;
  readonly #records = new Map<string, HealthRows<"value", "unit" | "source">>();
  readonly #categories = new Map<string, HealthRows<never, "value" | "source">>();
  #texts!: Texts;
  #sleep!: HealthRows<"sleep_stage", "source">;
  #workouts!: HealthRows<"duration_s" | "distance_m" | "energy_kcal", "activity" | "source">;
  #keptBefore = 0;
  readonly #ignored: Record<string, number> = {};
  readonly #problems: HealthProblem[] = [];
  #end: HealthProblem | undefined;
  #exported: number | undefined;
  #kept = 0;
  #nested = 0;
  #skipped = 0;
  #item: Attributes | undefined;
  #zone: string | null = null;
  #totals: Attributes[] = [];

  constructor(options: CollectorOptions) {
    this.#options = options;
    this.#spanOf = healthSpans(options);
    this.#begin();
  }

  /** Number of records and workouts since the last `take`. */
  get rows(): number {
    return this.#kept - this.#keptBefore;
  }

  open(name: string, attributes: Attributes, within: readonly string[]): void {
    const parent = within.at(-1);
    if (name === "Record" && parent === "Correlation") this.#nested++; // the file has it outside as well
    else if (name === "Record" || name === "Workout") {
      this.#item = attributes;
      this.#zone = null;
      this.#totals = [];
    } else if (this.#item !== undefined && (parent === "Record" || parent === "Workout")) {
      this.#detail(name, attributes);
    } else if (name === "ExportDate") {
      this.#exported = healthStamp(attributes["value"] ?? "")?.instant;
    } else if (parent === "HealthData") this.#ignored[name] = (this.#ignored[name] ?? 0) + 1;
  }

  /** Ends an element: keeps a record or a workout, or reports why not. */
  close(name: string, line: number): void {
    if ((name !== "Record" && name !== "Workout") || this.#item === undefined) return;
    const item = this.#item;
    this.#item = undefined;
    const why = name === "Record"
      ? this.#record(item, new ParsedItem(item), this.#zone)
      : this.#workout(item);
    if (why !== undefined) this.#skip(name, item, line, why);
  }

  record(record: TagScan, zone: string | undefined, line: number): void {
    const { fixed } = record, why = this.#record(fixed, record, zone ?? null);
    if (why !== undefined) this.#skip("Record", fixed, line, why);
  }

  #skip(name: string, item: Attributes, line: number, why: string): void {
    this.#skipped++;
    this.#note(line, `${name} ${item["type"] ?? item["workoutActivityType"] ?? ""}: ${why}`);
  }

  /** Reports a line that is not a record. */
  fault(line: number, reason: string): void {
    this.#skipped++;
    this.#note(line, reason);
  }

  oddCharacter(line: number): void {
    this.#note(line, "a character that XML does not have, kept");
  }

  /** Reports where a damaged file ends, before the other problems. */
  stop(line: number, reason: string): void {
    this.#skipped++;
    this.#end = { line, reason };
  }

  /**
   * Returns the rows since the last call, in tables created by `make`, and the report of everything
   * so far.
   */
  take<T>(make: (columns: Columns) => T): HealthTables<T> {
    const { tz } = this.#options;
    const made: [string, T][] = [];
    for (const tables of [this.#records, this.#categories]) {
      for (const [type, rows] of tables) {
        made.push([type, make(rows.columns(tz))]);
        tables.delete(type); // its rows are in the made table, and may be gigabytes
      }
    }
    const sleep = make(this.#sleep.columns(tz, ["sleep_stage"]));
    const workouts = make(this.#workouts.columns(tz));
    this.#begin();
    return {
      records: Object.fromEntries(made),
      sleep,
      workouts,
      report: {
        exported: this.#exported === undefined
          ? null
          : new Date(this.#exported * 1000).toISOString().replace(".000Z", "Z"),
        kept: this.#kept,
        ignored: { ...this.#ignored },
        nested: this.#nested,
        skipped: this.#skipped,
        problems: [
          ...this.#end === undefined ? [] : [this.#end],
          ...this.#problems.toSorted((a, b) => a.line - b.line || (a.reason < b.reason ? -1 : 1)),
        ].slice(0, MOST_PROBLEMS),
      },
    };
  }

  #begin(): void {
    this.#keptBefore = this.#kept;
    this.#texts = new Texts();
    this.#sleep = new HealthRows(["sleep_stage"], ["source"], this.#texts);
    this.#workouts = new HealthRows(
      ["duration_s", "distance_m", "energy_kcal"],
      ["activity", "source"],
      this.#texts,
    );
  }

  #detail(name: string, attributes: Attributes): void {
    const { key, value } = attributes;
    if (name === "MetadataEntry" && key === "HKTimeZone") this.#zone = value ?? null;
    if (name === "WorkoutStatistics") this.#totals.push(attributes);
  }

  /** Keeps a record, or returns why it cannot be read. */
  #record(
    attributes: Attributes,
    item: Item,
    zone: string | null,
  ): string | undefined {
    const { type } = attributes;
    if (type === undefined) return "it has no type";
    const { types } = this.#options;
    if (
      types?.some((asked) => asked === type || asked === type.replace(TYPE_PREFIX, "")) === false
    ) {
      this.#ignored[type] = (this.#ignored[type] ?? 0) + 1;
      return undefined;
    }
    const unit = attributes["unit"] ?? null, source = attributes["sourceName"] ?? null;
    const span = this.#spanOf(item, zone);
    if (typeof span === "string") return span;
    if (type === SLEEP_TYPE) {
      const value = item.text("value");
      const stage = value === undefined ? undefined : SLEEP_VALUES[value];
      if (stage === undefined) return `value ${JSON.stringify(value)} is not a stage of sleep`;
      this.#sleep.add(span, { sleep_stage: stage }, { source });
    } else if (
      type.startsWith("HKQuantityType") || (unit !== null && !type.startsWith("HKCategoryType"))
    ) {
      const value = item.number();
      if (value === undefined) return `value ${JSON.stringify(item.text("value"))} is not a number`;
      this.#quantities(type).add(span, { value }, { unit, source });
    } else this.#others(type).add(span, {} as never, { value: item.text("value") ?? null, source });
    this.#kept++;
    return undefined;
  }

  #quantities(type: string): HealthRows<"value", "unit" | "source"> {
    return this.#records.getOrInsertComputed(
      type,
      () => new HealthRows(["value"], ["unit", "source"], this.#texts),
    );
  }

  #others(type: string): HealthRows<never, "value" | "source"> {
    return this.#categories.getOrInsertComputed(
      type,
      () => new HealthRows([], ["value", "source"], this.#texts),
    );
  }

  /** Keeps a workout, or returns why it cannot be read. */
  #workout(item: Attributes): string | undefined {
    const span = this.#spanOf(new ParsedItem(item), this.#zone);
    if (typeof span === "string") return span;
    const numbers = workoutNumbers(item, this.#totals);
    if (typeof numbers === "string") return numbers;
    const activity = item["workoutActivityType"]?.replace(/^HKWorkoutActivityType/, "") ?? null;
    this.#workouts.add(span, numbers, { activity, source: item["sourceName"] ?? null });
    this.#kept++;
    return undefined;
  }

  #note(line: number, reason: string): void {
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push({ line, reason });
  }
}
