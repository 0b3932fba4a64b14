import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { openStore } from "../../src/store/openStore.ts";
import { EVER, onBothStores, record, USER } from "./helpers.ts";
import type { Store } from "../../src/store/openStore.ts";

const TYPES = ["HeartRate", "StepCount"];
const idOf = (n: number) => `0190a0a0-0000-4000-8000-${String(n).padStart(12, "0")}`;

async function stored(store: Store): Promise<Map<number, number | null>> {
  const found = new Map<number, number | null>();
  for (const dataType of TYPES) {
    for await (const page of store.records.pages({ userid: USER, dataType, interval: EVER })) {
      for (const { id, value } of page) found.set(Number(id.slice(-12)), value);
    }
  }
  return found;
}

const upload = (ids: readonly number[], value: number) =>
  TYPES.map((dataType, type) => ({
    userid: USER,
    dataType,
    records: ids.filter((id) => id % TYPES.length === type)
      .map((id) => record(BigInt(id), BigInt(id), { id: idOf(id), value })),
  })).filter(({ records }) => records.length > 0);

/**
 * Step of a random history: ids are sent directly or by an import, or deleted, or an import is
 * undone.
 */
type Step =
  | { kind: "send" | "delete"; ids: number[] }
  | { kind: "import"; ids: number[]; again: number[] }
  | { kind: "undo"; which: number };

const ids = (minLength: number) => fc.array(fc.nat(120), { minLength, maxLength: 130 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom("send" as const, "delete" as const), ids: ids(1) }),
  fc.record({ kind: fc.constant("import" as const), ids: ids(1), again: ids(0) }),
  fc.record({ kind: fc.constant("undo" as const), which: fc.nat(5) }),
);

Deno.test("a record remains as long as an import or a direct upload contains it", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const store = openStore();
      await store.users.ensure(USER);
      /** Model: value of each record, and the imports that contain it; null without an import. */
      const model = new Map<number, { value: number; imports: Set<string> | null }>();
      let open: string[] = [];
      for (const [at, one] of steps.entries()) {
        if (one.kind === "send") {
          await store.uploads.addAll(USER, upload(one.ids, at), []);
          for (const id of one.ids) model.set(id, { value: at, imports: null });
        } else if (one.kind === "delete") {
          const deletions = one.ids.map((id) => ({
            id: idOf(id),
            dataType: TYPES[id % TYPES.length]!,
          }));
          await store.uploads.remove(USER, deletions);
          for (const id of one.ids) model.delete(id);
        } else if (one.kind === "import") {
          const { id: importId } = await store.imports.begin(USER, `import ${at}`, null);
          open.push(importId);
          const isNew = new Set(one.ids.filter((id) => !model.has(id)));
          for (const part of [one.ids, one.again]) {
            if (part.length > 0) await store.imports.add(USER, importId, upload(part, at));
            for (const id of part) {
              const known = model.get(id);
              if (known === undefined) {
                isNew.add(id);
                model.set(id, { value: at, imports: new Set([importId]) });
              } else known.imports?.add(importId);
            }
          }
          const end = await store.imports.finish(USER, importId, { reader: null, report: null });
          assertEquals(Object.values(end!.stored).reduce((a, b) => a + b, 0), isNew.size);
        } else if (one.kind === "undo" && open.length > 0) {
          const importId = open[one.which % open.length]!;
          open = open.filter((id) => id !== importId);
          const gone = [...model].filter(([, { imports }]) =>
            imports?.has(importId) && imports.size === 1
          );
          const { removed } = (await store.imports.undo(USER, importId))!;
          assertEquals(Object.values(removed).reduce((a, b) => a + b, 0), gone.length);
          for (const [id] of gone) model.delete(id);
          for (const { imports } of model.values()) imports?.delete(importId);
        }
      }
      const expected = new Map([...model].map(([id, { value }]) => [id, value]));
      assertEquals([...await stored(store)].sort(), [...expected].sort());
      assertEquals((await store.imports.list(USER)).map(({ id }) => id), open);
      await store.close();
    }),
    { numRuns: 60 },
  );
});

onBothStores(
  "an import counts new and known records of each type, and a repeated batch only once",
  async (store) => {
    await store.uploads.addAll(USER, upload([1, 2, 3], 0), []);
    const { id } = await store.imports.begin(USER, "a.csv", "csv");
    for (let i = 0; i < 2; i++) await store.imports.add(USER, id, upload([3, 4, 5, 6], 1));
    const [one] = await store.imports.list(USER);
    assertEquals([one!.name, one!.reader, one!.finished], ["a.csv", "csv", null]);
    assertEquals(one!.stored, { HeartRate: 2, StepCount: 1 });
    assertEquals((await stored(store)).get(3), 0, "a known record stays as it is");
    assertEquals(await store.imports.undo(USER, id), {
      removed: { HeartRate: 2, StepCount: 1 },
      kept: {},
    });
    assertEquals(await store.imports.undo(USER, id), undefined);
    assertEquals([...(await stored(store)).keys()].sort(), [1, 2, 3]);
  },
);

onBothStores(
  "undoing a large import lets other work run, and logs the deletions for mirrors",
  async (store) => {
    const { id } = await store.imports.begin(USER, "large", null);
    const many = Array.from({ length: 60_000 }, (_, i) => i);
    await store.imports.add(USER, id, upload(many, 1));
    let ticks = 0;
    const timer = setInterval(() => ticks++, 5);
    const { removed } = (await store.imports.undo(USER, id))!;
    clearInterval(timer);
    assertEquals(removed, { HeartRate: 30_000, StepCount: 30_000 });
    assertEquals(ticks > 0, true);
    assertEquals((await stored(store)).size, 0);
    assertEquals((await store.changes.processed(USER, EVER)).get("DeletedRecord"), 60_000);
  },
);

Deno.test("an import of another user is not found, and both users keep their own records", async () => {
  const store = openStore(), OTHER = "00000000-0000-4000-8000-000000000002";
  await store.users.ensure(USER);
  await store.users.ensure(OTHER);
  const { id } = await store.imports.begin(USER, "a", null);
  const theirs = upload([1], 2).map((one) => ({ ...one, userid: OTHER }));
  assertEquals(await store.imports.add(OTHER, id, theirs), undefined);
  assertEquals(await store.imports.undo(OTHER, id), undefined);
  await store.uploads.addAll(OTHER, theirs, []);
  await store.imports.add(USER, id, upload([1], 1));
  assertEquals((await store.imports.list(USER))[0]!.stored, { StepCount: 1 });
  await store.imports.undo(USER, id);
  assertEquals(await store.imports.list(OTHER), []);
  const [page] = await Array.fromAsync(
    store.records.pages({ userid: OTHER, dataType: "StepCount", interval: EVER }),
  );
  assertEquals(page!.length, 1);
  await store.close();
});
