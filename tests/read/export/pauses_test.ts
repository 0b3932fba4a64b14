import { assert, assertEquals } from "@std/assert";
import { makePause } from "../../../src/options/pause.ts";
import { ExportCollector } from "../../../src/read/export/exportCollector.ts";
import { exportFile } from "../../../src/read/export/exportFile.ts";
import { Growing } from "../../../src/read/export/growing.ts";
import { readExportTable } from "../../../src/read/export/exportTable.ts";
import { eachInTurns } from "../../../src/read/export/pause.ts";
import type { RuleContext } from "../../../src/read/export/readExport.ts";
import { tableRule } from "../../../src/read/rules/tableRule.ts";
import { inBlob } from "../../../src/read/zip/fileSource.ts";

const ROWS = 50_000, FEW = 2_000;
const TABLE = "Time,Value\n" +
  Array.from({ length: ROWS }, (_, i) => `2024-05-01T08:00:00Z,${i}`).join("\n") + "\n";
const FILE = exportFile({
  name: "table.csv",
  path: undefined,
  bytes: inBlob(new Blob([TABLE])),
  action: "read the table",
});

/** Counts the rows that are read, and the most of them without a pause. */
class Rows {
  read = 0;
  most = 0;
  #since = 0;
  readonly row = (): void => {
    this.read++;
    this.most = Math.max(this.most, ++this.#since);
  };
  readonly pause = (): Promise<void> => {
    this.#since = 0;
    return Promise.resolve();
  };
}

function contextOf(pause: () => Promise<void>): RuleContext {
  const withItems = Object.assign(() => pause(), { isDue: () => true });
  return { collector: new ExportCollector("table", { tz: "UTC" }), tz: "UTC", pause: withItems };
}

const READ = {
  "a rule for tables": (context: RuleContext, row: () => void) =>
    tableRule({ name: /table/, needs: ["Time", "Value"], times: ["Time"] }, (fields) => {
      fields.time("Time");
      row();
    }).read(FILE, context),
  "readExportTable()": (context: RuleContext, row: () => void) =>
    readExportTable(FILE, { ...context, needs: ["Time"] }, row),
};

for (const [name, read] of Object.entries(READ)) {
  Deno.test(`${name} lets other work run every few rows`, async () => {
    const rows = new Rows();
    await read(contextOf(rows.pause), rows.row);
    assertEquals(rows.read, ROWS);
    assert(rows.most <= FEW, `${rows.most} rows without a pause`);
  });

  Deno.test(`${name} stops at a pause when its signal aborts`, async () => {
    const rows = new Rows(), reason = new Error("enough");
    const pause = (): Promise<void> => rows.read > 0 ? Promise.reject(reason) : rows.pause();
    assertEquals(await read(contextOf(pause), rows.row).catch((error) => error), reason);
    assert(rows.read <= FEW, `${rows.read} rows were read`);
  });
}

Deno.test("many short lists pause like a long one", async () => {
  const pause = makePause(undefined);
  let others = 0;
  const timer = setInterval(() => others++, 0);
  for (let list = 0; list < 50_000; list++) {
    await eachInTurns([1, 2, 3], pause, () => {
      for (const end = performance.now() + 0.001; performance.now() < end;);
    });
  }
  clearInterval(timer);
  assert(others > 2, `${others} turns of others`);
});

Deno.test("a growing list of any length keeps all values", () => {
  const list = new Growing(), count = 3_000_001;
  for (let i = 0; i < count; i++) list.push(i / 2);
  const values = list.values();
  assertEquals([list.length, values.length], [count, count]);
  assert(values.every((value, i) => value === i / 2));
});
