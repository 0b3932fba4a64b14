/** Cell, action while it runs, and expected content below it. */
export interface Situation {
  readonly name: string;
  readonly code: string;
  /** Milliseconds between the start of the cell's code and the press of the stop button. */
  readonly stop?: number;
  readonly sees: RegExp;
  /** Content that must not be visible. */
  readonly not?: RegExp;
}

const START =
  `import { cohort, connect, demo, plot, read, show, sleep } from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
const me = await demo({ days: 20 });
const silent = connect({ baseUrl: "http://localhost", token: "t", tz: "UTC",
  userid: "7f8a0b52-5d0f-4d6a-9c93-0d1c1f0c7c11", fetch: () => new Promise(() => {}) });
const week = me.range.lastDays(7), day = me.range.lastDays(1);
let kept = 1; undefined`;

const ROWS =
  `Array.from({ length: 100 }, (_, i) => ({ time: new Date(1.7e12 + i * 36e5), v: i % 7 }))`;
const STOPPED = /Interrupted: the cell was stopped; all variables are kept/;

/** Situations in the order in which they are driven, in one notebook. */
export const SITUATIONS: readonly Situation[] = [
  {
    name: "stop before the first import",
    stop: 500,
    code: "await new Promise((d) => setTimeout(d, 1500)); 'still here'",
    sees: /"still here"/,
  },
  { name: "first import", code: START, sees: /^(?:put the sample.*)?$/ },
  // Stops.
  { name: "stop a request", stop: 500, code: "await silent.api.sleep.cycles(day)", sees: STOPPED },
  { name: "next cell after a stop", code: "kept", sees: /\n1$/ },
  {
    name: "stop a question",
    stop: 500,
    code: "silent.api.metrics.samples({ metric: 'HeartRate', ...week })",
    sees: STOPPED,
  },
  { name: "stop a report", stop: 500, code: "await silent.report(week)", sees: STOPPED },
  {
    name: "stop an upload",
    stop: 500,
    code: "await silent.api.files.upload('/a.txt', 'x')",
    sees: STOPPED,
  },
  { name: "stop a promise of one's own", stop: 500, code: "new Promise(() => {})", sees: STOPPED },
  {
    name: "stop a foreign await",
    stop: 500,
    code: "await new Promise((d) => setTimeout(d, 5000)); 'ended'",
    sees: /runs to its end[^]*"ended"/,
  },
  {
    name: "stop a loop",
    stop: 500,
    code: "const till = Date.now() + 2500; while (Date.now() < till); 'looped'",
    sees: /"looped"/,
  },
  {
    name: "stop a loop with progress",
    stop: 1500,
    code:
      "for await (const _ of show.progress(Array(1e9).keys())) { const t = Date.now() + 5; while (Date.now() < t); }",
    sees: STOPPED,
  },
  { name: "variables after all stops", code: "[kept, me.tz]", sees: /\[ 1, "Europe\/Berlin" \]/ },
  // Errors.
  {
    name: "wrong metric",
    code: "await me.api.metrics.samples({ metric: 'Heart', ...day })",
    sees: /did you mean "HeartRate"/,
    not: /src\/client/,
  },
  {
    name: "wrong option",
    code: "plot.line([], { tzz: 1 })",
    sees: /did you mean "tz"/,
    not: /src\/plot/,
  },
  {
    name: "cause",
    code: "throw new Error('outer', { cause: new Error('inner') })",
    sees: /outer[^]*Caused by: Error: inner/,
  },
  {
    name: "lost rejection",
    code: "Promise.reject(new Error('lost')); await new Promise((d) => setTimeout(d, 300))",
    sees: /Uncaught \(in promise\) Error: lost/,
  },
  {
    name: "error in a timer",
    code:
      "setTimeout(() => { throw new Error('late') }, 1); await new Promise((d) => setTimeout(d, 300))",
    sees: /Uncaught Error: late/,
  },
  { name: "rejected last value", code: "Promise.reject(new Error('last'))", sees: /Error: last/ },
  { name: "not defined", code: "nothing.here", sees: /ReferenceError: nothing is not defined/ },
  { name: "a missing file", code: "await read.any('/nowhere.zip')", sees: /nowhere\.zip/ },
  {
    name: "syntax error",
    code: "const x = 1;\nconst y = ;",
    sees: /SyntaxError: Expression expected[^]*2 \| const y = ;\n +\| +~/,
  },
  {
    name: "an import that fails",
    code: "import lost from './lost.ts'",
    sees: /Module not found[^]*1 \| import lost from/,
  },
  {
    name: "a misspelt import",
    code: "import { slepe } from '@lifeframe/lifeframe'",
    sees: /no export "slepe"; did you mean "sleep"/,
  },
  {
    name: "elapsed time",
    code: "// %%time\nawait new Promise((d) => setTimeout(d, 1100)); 3",
    sees: /3\s+Wall time: \d\.\d s$/,
  },
  // Values.
  {
    name: "plain Polars frame",
    code: "pl.DataFrame({ a: [1, 2], b: [0.1, 54.800000000000004] })",
    sees: /2 rows × 2 columns[^]*f64[^]*54\.8\n?/,
  },
  {
    name: "wide frame",
    code: "pl.DataFrame(Object.fromEntries(Array.from({ length: 60 }, (_, i) => ['c' + i, [i]])))",
    sees: /and 44 more columns: c16/,
  },
  { name: "series", code: "pl.Series('pulse', [61.5, null])", sees: /pulse[^]*61\.5[^]*null/ },
  { name: "lazy frame", code: "pl.DataFrame({ a: [3] }).lazy()", sees: /Lazy frame[^]*collect/ },
  { name: "map", code: "new Map([['Mon', 1]])", sees: /key[^]*Mon/ },
  { name: "records", code: "[{ day: '2025-03-01', n: 1 }]", sees: /1 row × 2 columns/ },
  { name: "forgotten await", code: "me.lastNight()", sees: /asleep, in bed/ },
  {
    name: "record of frames",
    code: "({ first: pl.DataFrame({ a: [1] }), n: 3 })",
    sees: /first[^]*1 row[^]*n\s*3/,
  },
  { name: "namespace", code: "sleep", sees: /sleep:[^]*statistics/ },
  { name: "methods", code: "me.api.metrics", sees: /me\.api\.metrics: catalog, samples/ },
  { name: "client", code: "me", sees: /client[^]*zone/ },
  {
    name: "all rows",
    code: "show.all(pl.DataFrame({ n: Array.from({ length: 6000 }, (_, i) => i) }))",
    sees: /first 5,000 rows are kept[^]*rows 1 to 50 of 5000/,
  },
  {
    name: "long output",
    code: "for (let i = 0; i < 300; i++) console.log('line', i)",
    sees: /line 299/,
  },
  {
    name: "options",
    code: "show.options({ decimals: 1 }); const shown = show.table([{ x: 1.2345 }]); shown",
    sees: /1\.2\n?$/,
  },
  // Charts and fragments.
  { name: "chart", code: `plot.line(${ROWS}, { y: "v", tz: "UTC" })`, sees: /UTC|Nov/ },
  {
    name: "two charts",
    code: `[plot.line(${ROWS}, { y: "v", tz: "UTC" }), plot.line(${ROWS}, { y: "v", tz: "UTC" })]`,
    sees: /Nov/,
  },
  { name: "report", code: "await me.report(week)", sees: /\d+ h \d+ min\s+n 7/ },
  { name: "digest", code: "await me.digest()", sees: /You slept|asleep/ },
  { name: "provenance", code: "await me.provenance(week)", sees: /Made with\s+lifeframe/ },
  {
    name: "an input",
    code: "show.input.number('Times', (n) => show.table([{ n, double: n * 2 }]), { value: 5 })",
    sees: /Times[^]*\b5\s+10\b/,
  },
  {
    name: "two notebooks on one store",
    code: "(await demo({ days: 20 })).tz",
    sees: /Europe\/Berlin/,
  },
];

/** A second notebook on the data folder of the first one, and 120 cells with logs and tables. */
export const MANY: readonly string[] = [
  `import { local } from "@lifeframe/lifeframe"; const store = await local({ data: "own" });
await store.api.ingest.records("HeartRate", [{ start_time: "2025-03-01T12:00:00Z", value: 77 }]);`,
  ...Array.from(
    { length: 120 },
    (_, i) =>
      i % 4 === 0
        ? `for (let i = 0; i < 50; i++) console.log("log of ${i}"); [{ cell: ${i} }]`
        : `console.log("log of ${i}"); [{ cell: ${i} }]`,
  ),
];
