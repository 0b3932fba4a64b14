import { assertEquals, assertRejects } from "@std/assert";
import { BodyError } from "../../src/client/errors/apiError.ts";
import { columnNames } from "../../src/frame/polars/seriesOf.ts";
import { HEART_RATES, MORE_COLUMNS, WRITER_FILES } from "../frame/arrowWriters.ts";
import { clientOf, facts } from "./fixtures.ts";

const RANGE = { start_time: "2025-02-10T00:00Z", end_time: "2025-02-10T00:08Z" };
const SERIES = { metric: "HeartRate", ...RANGE } as const;

Deno.test("every Arrow writer has example bodies", () => {
  assertEquals(WRITER_FILES.length, 42);
  const names = new Set(WRITER_FILES.map(({ writer }) => writer.split(" ")[0]));
  assertEquals([...names].sort(), ["pandas", "polars", "pyarrow"]);
});

for (const { file, writer, rows, bytes } of WRITER_FILES) {
  Deno.test(`a client reads ${file} of ${writer}: requested columns first, then the others`, async () => {
    const client = clientOf(() => new Response(bytes.slice()), { retry: { limit: 0 } });
    for (const tz of ["UTC", "America/New_York"]) {
      const { types, rows: [times, values, ...others] } = facts(
        await client.api.metrics.timeSeries(SERIES, { tz }),
      );
      const [more, moreValues] = MORE_COLUMNS[file] ?? [];
      assertEquals(Object.keys(types), ["time", "heart_rate", ...more === undefined ? [] : [more]]);
      assertEquals(types["time"], `DataType(Datetime(us,${tz}))`);
      assertEquals(types["heart_rate"], "DataType(Float64)");
      const minute = (i: number): Date => new Date(Date.UTC(2025, 1, 10, 0, i));
      assertEquals(times, Array.from({ length: rows }, (_, i) => minute(i)));
      assertEquals(values, HEART_RATES.slice(0, rows));
      assertEquals(others, moreValues === undefined ? [] : [[...moreValues]]);
    }
  });

  Deno.test(`a client rejects ${file} of ${writer} truncated at any byte`, async () => {
    let cut = 0;
    const client = clientOf(() => new Response(bytes.slice(0, cut)), { retry: { limit: 0 } });
    for (; cut < bytes.length; cut += 17) {
      await assertRejects(() => client.api.metrics.timeSeries(SERIES), BodyError);
    }
  });
}

Deno.test("a client keeps unrequested columns in text formats as well", async () => {
  const forms = {
    csv: "source,heart_rate,time,ok\nwatch,60,2025-02-10T00:00:00Z,true\n",
    quotecsv: '"source","heart_rate","time","ok"\n"watch","60","2025-02-10T00:00:00Z","true"\n',
    ndjson: '{"source":"watch","heart_rate":60,"time":"2025-02-10T00:00:00Z","ok":true}\n',
    jstable: '[{"source":"watch","heart_rate":60,"time":"2025-02-10T00:00:00Z","ok":true}]',
    jscolumns: '{"source":["watch"],"heart_rate":[60],"time":["2025-02-10T00:00:00Z"],"ok":[true]}',
  };
  for (const [output, body] of Object.entries(forms)) {
    const headers = { "content-length": String(body.length) };
    const client = clientOf(() => new Response(body, { headers }), { retry: { limit: 0 } });
    const frame = await client.api.metrics.timeSeries(
      { ...SERIES, end_time: "2025-02-10T00:01Z" },
      { output: output as keyof typeof forms },
    );
    assertEquals(facts(frame).rows, [[new Date(Date.UTC(2025, 1, 10))], [60], ["watch"], [true]]);
    assertEquals(columnNames(frame), ["time", "heart_rate", "source", "ok"], output);
  }
});

Deno.test("a client only accepts an empty grid if the body proves that it is complete", async () => {
  const answer = (body: string, headers: HeadersInit) =>
    clientOf(() => new Response(body, { headers }), { retry: { limit: 0 }, warn: () => {} })
      .api.metrics.timeSeries(SERIES, { output: "csv" });
  const header = "time,heart_rate\n";
  assertEquals((await answer(header, { "content-length": "16" })).height, 0);
  const chunked = new Response(header).body!;
  await assertRejects(
    () =>
      clientOf(() => new Response(chunked), { retry: { limit: 0 }, warn: () => {} })
        .api.metrics.timeSeries(SERIES, { output: "csv" }),
    BodyError,
    "it is cut short: it has 0 rows, the grid has 8",
  );
});
