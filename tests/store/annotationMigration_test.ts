import { assertEquals } from "@std/assert";
import { Connection } from "../../src/store/sqlite/connection.ts";
import { MIGRATIONS } from "../../src/store/sqlite/migrations.ts";
import { openStore } from "../../src/store/openStore.ts";
import { EVER, USER } from "./helpers.ts";

const MOOD = "0190a0a0-0000-4000-8000-000000000001", WATER = "0190a0a0-0000-4000-8000-000000000002";
const RUN = "0190a0a0-0000-4000-8000-000000000003";

/** Creates a store as written before annotations had base types. */
function writeOld(path: string): void {
  const db = new Connection(path);
  db.exec(`${MIGRATIONS[0]}; PRAGMA user_version = 1`);
  db.run("INSERT INTO users (key, userid, created) VALUES (1, ?, 0)", USER);
  const define = (id: string, body: object) =>
    db.run(
      `INSERT INTO documents (kind, user, id, created, updated, body) VALUES ('annotation', 1, ?, 0, 0, ?)`,
      id,
      JSON.stringify(body),
    );
  define(MOOD, { annotation_type: "moment", name: "Mood", tags: [], measurement_spec: null });
  define(WATER, {
    annotation_type: "numeric",
    name: "Water",
    tags: [],
    measurement_spec: { measurement_type: "volume", unit: "liter" },
  });
  define(RUN, { annotation_type: "duration", name: "Run", tags: [], measurement_spec: null });
  for (const [key, id] of [MOOD, WATER, RUN].entries()) {
    db.run(
      "INSERT INTO sources (key, user, id, vendor_id, name) VALUES (?, 1, ?, ?, 'x')",
      BigInt(key + 1),
      `s${key}`,
      `com.example.annotation.${id}`,
    );
    db.run(
      "INSERT INTO origins (key, user, source, source_properties, device_properties) VALUES (?, 1, ?, ?, 'null')",
      BigInt(key + 1),
      BigInt(key + 1),
      `{"name":"${key}"}`,
    );
  }
  db.run(
    "INSERT INTO sources (key, user, id, vendor_id, name) VALUES (9, 1, 's9', 'phone', 'Phone')",
  );
  db.run(
    "INSERT INTO origins (key, user, source, source_properties, device_properties) VALUES (9, 1, 9, '{}', 'null')",
  );
  db.run(`INSERT INTO series (key, user, data_type, longest) VALUES
    (1, 1, 'Annotation', 100), (2, 1, 'Annotation/${WATER}', 0), (3, 1, 'HeartRate', 0)`);
  const add = (series: bigint, start: bigint, end: bigint, origin: bigint | null, extra: object) =>
    db.run(
      `INSERT INTO records (series, start, id, user, end, value, origin, processed, extra)
       VALUES (?, ?, ?, 1, ?, NULL, ?, 7, ?)`,
      series,
      start,
      new Uint8Array(16).fill(Number(start)),
      end,
      origin,
      JSON.stringify(extra),
    );
  add(1n, 1n, 1n, 1n, { note: "fine", metadata: { annotation_id: MOOD, mine: 1 } });
  add(1n, 2n, 2n, 2n, { metadata: { annotation_id: WATER, value: 0.5, unit: "liter" } });
  add(2n, 3n, 3n, 9n, { fields: { value: 0.25 } });
  add(2n, 4n, 4n, null, { fields: { value: "much" } });
  add(2n, 5n, 5n, null, { fields: { value: 1, unit: "cup" } });
  add(1n, 6n, 106n, 3n, {});
  add(1n, 7n, 57n, null, { note: "of no annotation" });
  db.run(`INSERT INTO uploads (id, user, data_type, processed, records) VALUES
    ('a', 1, 'Annotation', 7, 4), ('b', 1, 'Annotation/${WATER}', 7, 3), ('c', 1, 'HeartRate', 7, 2)`);
  const share = (id: string, types: string[]) =>
    db.run(
      `INSERT INTO shares (id, user, body, all_data, created, updated) VALUES (?, 1, ?, 0, 0, 0)`,
      id,
      JSON.stringify({ datashare_name: id, svc_data_types: types }),
    );
  share("whole", ["HeartRate", "Annotation"]);
  share("one", [`Annotation/${WATER}`]);
  share("other", ["StepCount"]);
  db.run(
    `INSERT INTO documents (kind, user, id, created, updated, body) VALUES ('custom_input', 1, 'i', 0, 0, ?)`,
    JSON.stringify({ name: "n", svc_data_type: `Annotation/${RUN}` }),
  );
  db.close();
}

Deno.test("a store with the single type Annotation is migrated to base types without losing data", async () => {
  const folder = await Deno.makeTempDir(), path = `${folder}/store.sqlite`;
  writeOld(path);
  const store = openStore({ path });
  const all = async (dataType: string) => {
    const found: unknown[] = [];
    const query = { userid: USER, dataType, interval: EVER };
    for await (const page of store.records.pages(query)) {
      for (const { start, end, value, origin, extra } of page) {
        const { note, metadata, fields } = JSON.parse(extra ?? "{}");
        found.push({
          start: Number(start),
          end: Number(end),
          value,
          source: origin?.vendorId ?? null,
          ...(note ? { note } : {}),
          ...(metadata && Object.keys(metadata).length > 0 ? { metadata } : {}),
          ...(fields ? { fields } : {}),
        });
      }
    }
    return found;
  };
  assertEquals(await all("Annotation"), []);
  assertEquals(await all(`Annotation/${WATER}`), []);
  assertEquals(await all(`MomentAnnotation/${MOOD}`), [
    { start: 1, end: 1, value: null, source: null, note: "fine", metadata: { mine: 1 } },
  ]);
  assertEquals(await all(`NumericAnnotation/${WATER}`), [
    { start: 2, end: 2, value: 0.5, source: null },
    { start: 3, end: 3, value: 0.25, source: "phone" },
  ]);
  assertEquals(await all("MomentAnnotation"), [
    { start: 4, end: 4, value: null, source: null, fields: { value: "much" } },
    { start: 5, end: 5, value: null, source: null, fields: { value: 1, unit: "cup" } },
  ], "a text that is not a value in the annotation's unit stays as it is");
  assertEquals(await all(`DurationAnnotation/${RUN}`), [
    { start: 6, end: 106, value: null, source: null },
  ]);
  assertEquals(await all("DurationAnnotation"), [
    { start: 7, end: 57, value: null, source: null, note: "of no annotation" },
  ]);
  assertEquals(
    Object.fromEntries(await store.changes.processed(USER, EVER)),
    {
      DurationAnnotation: 1,
      [`DurationAnnotation/${RUN}`]: 1,
      HeartRate: 2,
      MomentAnnotation: 2,
      [`MomentAnnotation/${MOOD}`]: 1,
      [`NumericAnnotation/${WATER}`]: 2,
    },
  );
  assertEquals((await store.sources.list(USER)).map(({ vendor_id }) => vendor_id), ["phone"]);
  assertEquals(
    (await store.shares.list(USER)).map(({ body }) => JSON.parse(body).svc_data_types),
    [
      [
        "HeartRate",
        ...["Moment", "Duration", "People", "Boolean", "Numeric", "Scale"]
          .map((kind) => `${kind}Annotation`),
      ],
      [`NumericAnnotation/${WATER}`],
      ["StepCount"],
    ],
  );
  const [input] = await store.customInputs.list(USER);
  assertEquals(input!.body.svc_data_type, `DurationAnnotation/${RUN}`);
  await store.close();
  const again = openStore({ path });
  assertEquals((await again.shares.list(USER)).length, 3);
  await again.close();
  await Deno.remove(folder, { recursive: true });
});
