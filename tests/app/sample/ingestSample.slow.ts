import { assert, assertEquals } from "@std/assert";
import { ingestSample } from "../../../src/app/sample/ingestSample.ts";
import type { Client } from "../../../src/client/client.ts";
import { connect } from "../../../src/client/connect.ts";
import type { Progress } from "../../../src/progress/progress.ts";
import { annotationDefinitions } from "../../../src/sample/days/annotationDefinitions.ts";
import { sampleUntil } from "../../../src/sample/life/sampleUntil.ts";
import { emptyService } from "../../contract/subject.ts";
import { ANNOTATION_BASES } from "../../../src/schema/enums.ts";

const range = { start_time: sampleUntil.subtract({ hours: 5 * 24 }), end_time: sampleUntil };

/** Creates a client of an empty service that counts reports of single calls. */
async function empty() {
  const service = emptyService({});
  const token = await service.issueToken(await service.owner());
  const calls: Progress[] = [];
  const onProgress = (progress: Progress) => void calls.push(progress);
  const me = connect({ baseUrl: "http://localhost", token, fetch: service.fetch, onProgress });
  return { me, calls, [Symbol.asyncDispose]: () => service.close() };
}

/** Returns the records of an annotation type. */
function records(me: Client, data_type: string, filter: string[] = []) {
  const of = { data_type, filter, ...range };
  return /^(Moment|Duration|People)/.test(data_type)
    ? me.api.events.list(of)
    : me.api.metrics.records(of);
}

Deno.test("the sample is imported as one task that counts records of all types", async () => {
  await using here = await empty();
  const told: Progress[] = [];
  const onProgress = (progress: Progress) => void told.push(progress);
  const counts = await ingestSample(here.me, { days: 5, onProgress });
  const total = Object.values(counts).reduce((sum, count) => sum + count);
  assertEquals(new Set(told.map(({ task }) => task)).size, 1);
  assertEquals(
    new Set(told.map(({ action, unit }) => `${action}, ${unit}`)),
    new Set(["put the sample data in, records"]),
  );
  assert(told.every(({ done }, i) => i === 0 || done >= told[i - 1]!.done), "it goes forward");
  assert(new Set(told.map(({ done }) => done)).size > 10, "it tells of the types in between");
  const { done, total: of, ended } = told.at(-1)!;
  assertEquals({ done, of, ended }, { done: total, of: total, ended: true });
  assertEquals(here.calls.filter(({ unit }) => unit === "records"), [], "no bar of each type");
});

Deno.test("the sample has its annotations and tags, and every event belongs to one of them", async () => {
  await using here = await empty();
  await ingestSample(here.me, { days: 5 });
  const { definitions, tags } = annotationDefinitions(0, 1);
  const annotations = await here.me.api.annotations.list();
  assertEquals(annotations.map(({ name }) => name), definitions.map(({ name }) => name));
  assertEquals(
    (await here.me.api.tags.list()).map(({ name }) => name),
    tags.map(({ name }) => name),
  );
  const known = new Set((await here.me.api.tags.list()).map(({ id }) => id));
  assert(annotations.every(({ tags }) => tags.length === 1 && known.has(tags[0]!)));
  let count = 0;
  for (const { svc_source_id, name, id, annotation_type } of annotations) {
    const base = ANNOTATION_BASES[annotation_type].id;
    const noted = await records(here.me, base, [`source_id:${svc_source_id}`]);
    count += noted.height;
    assertEquals(noted.height, (await records(here.me, `${base}/${id}`)).height);
    assert(noted.getColumn("name").toArray().every((of) => of === name), name);
  }
  const bases = Object.values(ANNOTATION_BASES).map(({ id }) => records(here.me, id));
  const all = (await Promise.all(bases)).reduce((sum, { height }) => sum + height, 0);
  assertEquals(count, all);
  assert(count > 10);
});

Deno.test("importing the sample twice stores it once", async () => {
  await using here = await empty();
  const held = async () => ({
    annotations: await here.me.api.annotations.list(),
    tags: await here.me.api.tags.list(),
    sources: await here.me.api.sources.list(),
    cups: (await records(here.me, "MomentAnnotation")).height,
    water: (await records(here.me, "NumericAnnotation")).height,
    held: await here.me.api.changes.available(range),
    totals: await here.me.api.user.info(),
  });
  await ingestSample(here.me, { days: 5 });
  const once = await held();
  await ingestSample(here.me, { days: 5 });
  assertEquals(await held(), once);
});

Deno.test("the sample's sources have their own names", async () => {
  await using here = await empty();
  await ingestSample(here.me, { days: 30 });
  const names = (await here.me.api.sources.list()).map(({ name }) => name);
  assertEquals(new Set(names).size, names.length, names.join(", "));
  assert(names.includes("Wrist"));
});
