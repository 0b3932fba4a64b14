import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { Connection } from "../../../src/store/sqlite/connection.ts";

Deno.test("a connection waits for locks, keeps committed data, and leaves no files next to the database", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const connection = new Connection(join(folder, "a.sqlite"));
    const value = (name: string): unknown =>
      Object.values(connection.row<Record<string, unknown>>(`PRAGMA ${name}`)!)[0];
    assertEquals(value("journal_mode"), "wal");
    assertEquals(
      ["busy_timeout", "synchronous", "foreign_keys", "wal_autocheckpoint", "temp_store"]
        .map((name) => Number(value(name))),
      [5000, 2, 1, 0, 2], // 2 is FULL, and MEMORY (sqlite.org/pragma.html)
    );
    connection.close();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
