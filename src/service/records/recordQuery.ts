import { Problem } from "../http/problem.ts";

/** A parsed query of the records language. */
export interface RecordSelector {
  readonly dataType: string;
  /**
   * Length of the range before the instant, in microseconds; `undefined` selects only the latest
   * record.
   */
  readonly range: bigint | undefined;
  /** Instant in microseconds UTC; `undefined` is now. */
  readonly at: bigint | undefined;
}

/** Units of duration in microseconds; a year has 365 days. */
const UNITS: Readonly<Record<string, bigint>> = {
  ms: 1_000n,
  s: 1_000_000n,
  m: 60_000_000n,
  h: 3_600_000_000n,
  d: 86_400_000_000n,
  w: 604_800_000_000n,
  y: 31_536_000_000_000n,
};

const NAME = /[a-zA-Z_:][a-zA-Z0-9_:]*/y;
const DURATION = /(?:\d+(?:ms|[smhdwy]))+/y;
const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy;
const STRING = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`/y;
const SPACE = /\s*/y;

/**
 * Parses a query: a selector such as `Type` or `{__name__="Event/<uuid>"}`, an optional range such
 * as `[3600s]` or `[1h30m]`, and an optional instant, `@` and Unix seconds. Whitespace is ignored.
 *
 * @throws {Problem} 422 for a syntax error, with its position, and for unsupported functions
 */
export function recordQuery(text: string): RecordSelector {
  const query = new Reader(text);
  const dataType = selector(query);
  const range = query.skip("[") ? duration(query) : undefined;
  const at = query.skip("@") ? moment(query) : undefined;
  if (!query.isDone) throw query.unexpected("the end");
  return { dataType, range, at };
}

function selector(query: Reader): string {
  const name = query.match(NAME)?.[0];
  if (name !== undefined) {
    const isFunction = query.sees("(") || /^(by|without)$/.test(query.peek(NAME) ?? "");
    if (isFunction) throw invalidQuery(`function '${name}' is not supported`);
    if (!query.skip("{")) return name;
    query.expect("}");
    return name;
  }
  if (!query.skip("{")) throw query.unexpected("a data type or {");
  const label = query.match(NAME)?.[0];
  if (label === undefined) throw query.unexpected("a label");
  if (label !== "__name__") throw invalidQuery(`label '${label}' is not supported`);
  for (const operator of ["=~", "!~", "!="]) {
    if (query.skip(operator)) throw invalidQuery(`operator '${operator}' is not supported`);
  }
  query.expect("=");
  const found = query.match(STRING);
  const value = found && (found[1] ?? found[2] ?? found[3]);
  if (value === undefined) throw query.unexpected("text in quotes");
  query.skip(",");
  const more = query.match(NAME)?.[0];
  if (more !== undefined) throw invalidQuery(`label '${more}' is not supported`);
  query.expect("}");
  return found?.[3] ?? value.replace(/\\(.)/g, "$1");
}

function duration(query: Reader): bigint {
  const text = query.match(DURATION)?.[0];
  if (text === undefined) throw query.unexpected("a duration such as 3600s");
  if (query.sees(":")) throw invalidQuery("subqueries are not supported");
  query.expect("]");
  let micros = 0n;
  for (const [, count, unit] of text.matchAll(/(\d+)(ms|[smhdwy])/gy)) {
    micros += BigInt(count!) * UNITS[unit!]!;
  }
  if (micros < 1_000_000n) throw invalidQuery("the range must be at least 1s");
  return micros;
}

function moment(query: Reader): bigint {
  const text = query.match(NUMBER)?.[0];
  if (text === undefined) throw query.unexpected("an instant in Unix seconds");
  const [, whole, part] = /^([+-]?\d+)(?:\.(\d*))?$/.exec(text) ?? [];
  if (whole === undefined) return BigInt(Math.round(Number(text) * 1e6));
  const micros = BigInt((part ?? "").padEnd(6, "0").slice(0, 6));
  return BigInt(whole) * 1_000_000n + (whole.startsWith("-") ? -micros : micros);
}

/** Parser that moves over a text and skips whitespace. */
class Reader {
  #at = 0;

  constructor(readonly text: string) {
    this.#blanks();
  }

  get isDone(): boolean {
    return this.#at === this.text.length;
  }

  /** Matches a pattern at the current position and moves past it. */
  match(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.#at;
    const found = form.exec(this.text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    this.#blanks();
    return found;
  }

  /** Matches a pattern at the current position without moving. */
  peek(form: RegExp): string | undefined {
    form.lastIndex = this.#at;
    return form.exec(this.text)?.[0];
  }

  sees(symbol: string): boolean {
    return this.text.startsWith(symbol, this.#at);
  }

  skip(symbol: string): boolean {
    if (!this.sees(symbol)) return false;
    this.#at += symbol.length;
    this.#blanks();
    return true;
  }

  expect(symbol: string): void {
    if (!this.skip(symbol)) throw this.unexpected(symbol);
  }

  unexpected(expected: string): Problem {
    const rest = this.text.slice(this.#at);
    const found = this.isDone ? "the end" : JSON.stringify([...rest][0]);
    return invalidQuery(
      `syntax error at position ${this.#at}: expected ${expected}, found ${found}`,
    );
  }

  #blanks(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.text)![0].length;
  }
}

function invalidQuery(detail: string): Problem {
  return new Problem(422, [{ loc: ["query", "q"], msg: detail, type: "value_error" }]);
}
