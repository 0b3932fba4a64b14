import { assertEquals } from "@std/assert";
import { ingestSample } from "../../src/app/sample/ingestSample.ts";
import { connect } from "../../src/client/connect.ts";
import { sampleUntil } from "../../src/sample/life/sampleUntil.ts";
import { emptyService, WORDS } from "./subject.ts";

Deno.test("the sample is the same under neutral and other words", async () => {
  const found: object[] = [];
  const range = { start_time: sampleUntil.subtract({ hours: 3 * 24 }), end_time: sampleUntil };
  for (const names of [{}, WORDS]) {
    const service = emptyService(names);
    const token = await service.issueToken(await service.owner());
    const me = connect({ baseUrl: "http://localhost", token, names, fetch: service.fetch });
    const counts = await ingestSample(me, { days: 3 });
    const { data_types } = await me.api.changes.updates({
      start_time: "2000-01-01T00:00:00Z",
      end_time: "9999-01-01T00:00:00Z",
    });
    const held = await me.api.changes.available(range);
    const calendars = await me.api.calendars.list();
    // The service returns the id of an annotation's type; here its name replaces it.
    let text = JSON.stringify({ counts, data_types, held, calendars: calendars.height });
    for (const { id, name } of await me.api.annotations.list()) text = text.replaceAll(id, name);
    found.push(JSON.parse(text));
    await service.close();
  }
  assertEquals(found[1], found[0]);
});
