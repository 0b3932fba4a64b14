import type { Mutant } from "./operators.ts";

/** A mutant that no test can notice, because it does the same. */
export interface Equivalent extends Pick<Mutant, "path" | "operator" | "before" | "after"> {
  /** The line of code in which it stands, without spaces around it. */
  readonly code: string;
  /** Why it does the same. */
  readonly reason: string;
}

/** Looked at one by one. */
export const EQUIVALENTS: readonly Equivalent[] = [
  {
    path: "src/client/auth/credentialsFile.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: "if (age > STALE) await rm(path).catch(() => {});",
    reason: "A lock that is a minute old to the millisecond: the machine's clock decides, no test.",
  },
  {
    path: "src/client/http/readBody.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: 'const said = length < total ? "the body is cut short: it has" : "the body has";',
    reason: "The line is reached only where the two differ.",
  },
  {
    path: "src/show/progressBar.ts",
    operator: "relational",
    before: ">=",
    after: ">",
    code:
      "if (!task.isShown && now - task.since >= after) appear(task); // the timer may be kept from running",
    reason: "The machine's clock to the microsecond decides.",
  },
  {
    path: "src/show/progressBar.ts",
    operator: "relational",
    before: ">=",
    after: ">",
    code: "else if (task.isShown && now - drawn >= REDRAW) draw();",
    reason: "The machine's clock to the microsecond decides.",
  },
  {
    path: "src/client/request/recordIds.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: "Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1)",
    reason: "No two members of an object have one name.",
  },
  {
    path: "src/frame/formats/thrift.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: 'if (this.at > this.#bytes.length) throw new RangeError("a text ends outside");',
    reason:
      "A struct ends with a byte of its own: where a text ends with the bytes, the next read throws.",
  },
  {
    path: "src/notebook/kernel/executeCode.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: "if (settle > 0) await pause(settle, deadline);",
    reason: "A pause of no time.",
  },
  {
    path: "src/notebook/kernel/messageBuffer.ts",
    operator: "arithmetic",
    before: "-",
    after: "+",
    code: "for (let length = MESSAGE_START.length - 1; length > 0; length--) {",
    reason: "A whole start at the end was found before, and nothing is longer.",
  },
  {
    path: "src/plot/nights/actogramDays.ts",
    operator: "guard",
    before: "jump <= 0 || to <= 0 || from >= DAY_MS",
    after: "false",
    code: "if (jump <= 0 || to <= 0 || from >= DAY_MS) return undefined;",
    reason: "No bin would be skipped either: the guard spares the list.",
  },
  {
    path: "src/schema/metrics.ts",
    operator: "number",
    before: "61.5",
    after: "62.5",
    code: 'examples: [{ time: "2026-03-01T00:00:00Z", avg: 61.5 }],',
    reason: "An example in a document: any number does.",
  },
  {
    path: "src/sleep/nights/nightOf.ts",
    operator: "number",
    before: "2n",
    after: "3n",
    code:
      "const isEven = at - season.start > 2n * DAY_MICROS && season.end - at > 2n * DAY_MICROS;",
    reason: "The calendar gives the same farther from changes of the clock, only later.",
  },
  {
    path: "src/store/samples.ts",
    operator: "arithmetic",
    before: "*",
    after: "/",
    code: "const size = Math.max(length, 2 * this.#start.length);",
    reason: "Columns grow by less at a time.",
  },
  {
    path: "src/store/records.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: "a !== b ? (a < b ? -sign : sign) : ranks !== 0 ? ranks : one < other ? -sign : sign;",
    reason: "No two records have one identifier, nor two readers of one rank one start.",
  },
  {
    path: "src/app/ask/amounts.ts",
    operator: "relational",
    before: ">=",
    after: ">",
    code: "const size = Math.abs(value), digits = size >= 100 ? 0 : size >= 10 ? 1 : 2;",
    reason: "Exactly 10 or 100 has nothing behind the point.",
  },
  {
    path: "src/client/response/bodyColumns.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: "for (let i = 0; i < bytes.length; i++) {",
    reason: "What lies behind the last byte is neither a quote nor a line's end.",
  },
  {
    path: "src/client/http/send.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: "if (elapsed() + wait > budget) return false;",
    reason: "The machine's clock to the microsecond decides.",
  },
  {
    path: "src/client/pieces/cuts.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code:
      "const length = (row: bigint): bigint => limited && row * ROWS < piece ? row * ROWS : piece;",
    reason: "Of two equal lengths either is the smaller.",
  },
  {
    path: "src/client/pieces/cuts.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: "return evenCuts(range, step * (rows < 1n ? 1n : rows));",
    reason: "Of one row, one is taken.",
  },
  {
    path: "src/client/pieces/cuts.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: "if (ends[row]! > covered) covered = ends[row]!;",
    reason: "What is equal is set to itself.",
  },
  {
    path: "src/client/longCalls.ts",
    operator: "relational",
    before: ">",
    after: ">=",
    code: "const wanted = 2n * gap > GAP_MARGIN ? 2n * gap : GAP_MARGIN;",
    reason: "Of two equal lengths either is the greater.",
  },
  {
    path: "src/app/nights/sourceOrder.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: "rankOf(a) - rankOf(b) || resolution.get(b)! - resolution.get(a)! || (a < b ? -1 : 1)",
    reason: "No source is in the list twice.",
  },
  {
    path: "src/app/days/activities.ts",
    operator: "relational",
    before: "<",
    after: "<=",
    code: ".sort((a, b) => b.hours - a.hours || (a.activity < b.activity ? -1 : 1));",
    reason: "No kind of activity is in the list twice.",
  },
  {
    path: "src/app/nights/sourceOrder.ts",
    operator: "string",
    before: '"data sources"',
    after: '""',
    code: 'const { value: listed } = await ifThere("data sources", me.sources.list(), []);',
    reason: "The sentence that names the part is not told here.",
  },
  {
    path: "src/app/report/measures.ts",
    operator: "string",
    before: '"data types"',
    after: '""',
    code:
      'const { value: available } = await ifThere("data types", me.changes.available(range), undefined);',
    reason: "The sentence that names the part is not told here.",
  },
];
