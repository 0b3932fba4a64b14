import { assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { any } from "../../src/read/any.ts";
import { EXAMPLE_FILES } from "./exampleFiles.ts";
import { unzipped } from "./export/exportFixture.ts";

const ENDLESS =
  "WITH RECURSIVE endless(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM endless) SELECT";

/** SQL that replaces a table by one with the same columns, whose values are computed. */
const COMPUTED: Readonly<Record<string, (table: string, columns: readonly string[]) => string>> = {
  "views without end": (table, columns) =>
    `CREATE VIEW ${table} AS ${ENDLESS} ${columns.map((name) => `x AS ${name}`)} FROM endless`,
  "columns computed from others": (table, columns) =>
    `CREATE TABLE ${table} (own, ${columns.map((name) => `${name} AS (own + 1)`)});
      INSERT INTO ${table} (own) VALUES (1), (2)`,
  "virtual tables": (table, columns) => `CREATE VIRTUAL TABLE ${table} USING fts5(${columns})`,
};

for (const name of ["healthConnect", "gadgetbridge", "agd"]) {
  for (const [what, create] of Object.entries(COMPUTED)) {
    Deno.test(`${name} reads no ${what}`, async () => {
      const [[path = "", bytes] = []] = Object.entries(await unzipped(EXAMPLE_FILES[name]!));
      const copy = await Deno.makeTempFile();
      await Deno.writeFile(copy, bytes!);
      const database = new DatabaseSync(copy);
      const tables = database.prepare(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      ).all();
      for (const { name: table } of tables) {
        const columns = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
          .map(({ name }) => `"${name}"`);
        database.exec(`DROP TABLE ${table}; ${create(String(table), columns)}`);
      }
      database.close();
      const file = new File([await Deno.readFile(copy)], path);
      await Deno.remove(copy);
      await assertRejects(() => any(file, { tz: "UTC" }), TypeError, "table");
    });
  }
}
