import {
  type Columns,
  float64Column,
  int64Column,
  textColumn,
  timeColumn,
  type Valid,
} from "../../frame/columns/columns.ts";
import { Growing } from "../export/growing.ts";
import type { Texts } from "../export/texts.ts";

export interface HealthSpan {
  /** Start in seconds since 1970. */
  readonly start: number;
  /** End in seconds since 1970, not before the start. */
  readonly end: number;
  /** Zone in which it was recorded, if known. */
  readonly zone: string | null;
  /** Offset of that zone at the start, in seconds. */
  readonly offset: number | null;
}

/** Rows of intervals with further columns of numbers (NaN if missing) and of text. */
export class HealthRows<N extends string, T extends string> {
  readonly #start = new Growing();
  readonly #end = new Growing();
  readonly #zone = new Growing();
  readonly #offset = new Growing();
  readonly #numbers: Readonly<Record<N, Growing>>;
  readonly #codes: Readonly<Record<T, Growing>>;
  readonly #texts: Texts;
  readonly #numberNames: readonly N[];
  readonly #textNames: readonly T[];

  /** Creates an empty table; `shared` stores the texts of all tables. */
  constructor(numbers: readonly N[], texts: readonly T[], shared: Texts) {
    this.#numberNames = numbers;
    this.#textNames = texts;
    const grown = <K extends string>(names: readonly K[]): Record<K, Growing> =>
      Object.fromEntries(names.map((name) => [name, new Growing()])) as Record<K, Growing>;
    this.#numbers = grown(numbers);
    this.#codes = grown(texts);
    this.#texts = shared;
  }

  add(
    span: HealthSpan,
    numbers: Readonly<Record<N, number | null>>,
    texts: Readonly<Record<T, string | null>>,
  ): void {
    this.#start.push(span.start);
    this.#end.push(span.end);
    this.#zone.push(this.#texts.code(span.zone));
    this.#offset.push(span.offset ?? NaN);
    for (const name of this.#numberNames) this.#numbers[name].push(numbers[name] ?? NaN);
    for (const name of this.#textNames) this.#codes[name].push(this.#texts.code(texts[name]));
  }

  /** Returns all rows as columns; `whole` names the integer columns. */
  columns(tz: string, whole: readonly N[] = []): Columns {
    const columns: Record<string, Columns[string]> = {
      start_time: timeColumn(micros(this.#start.values()), tz),
      end_time: timeColumn(micros(this.#end.values()), tz),
    };
    for (const name of this.#numberNames) {
      const values = this.#numbers[name].values();
      columns[name] = whole.includes(name) ? wholeColumn(values) : numberColumn(values);
    }
    for (const name of this.#textNames) {
      columns[name] = textColumn(this.#texts.textsOf(this.#codes[name].values()));
    }
    columns["tz"] = textColumn(this.#texts.textsOf(this.#zone.values()));
    columns["utc_offset_s"] = wholeColumn(this.#offset.values());
    return columns;
  }
}

function micros(seconds: Float64Array): BigInt64Array {
  const micros = new BigInt64Array(seconds.length);
  for (let i = 0; i < seconds.length; i++) micros[i] = BigInt(seconds[i]!) * 1_000_000n;
  return micros;
}

function wholeColumn(values: Float64Array): Columns[string] {
  const valid = validity(values), whole = new BigInt64Array(values.length);
  for (let i = 0; i < values.length; i++) if (valid?.[i] !== 0) whole[i] = BigInt(values[i]!);
  return int64Column(whole, valid);
}

function numberColumn(values: Float64Array): Columns[string] {
  return float64Column(values.slice(), validity(values));
}

function validity(values: Float64Array): Valid | undefined {
  const valid = new Uint8Array(values.length);
  let nulls = 0;
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) nulls++;
    else valid[i] = 1;
  }
  return nulls === 0 ? undefined : valid;
}
