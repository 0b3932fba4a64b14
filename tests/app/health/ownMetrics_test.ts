import { assertEquals } from "@std/assert";
import { ownMetrics } from "../../../src/app/health/ownMetrics.ts";
import type { Client } from "../../../src/client/client.ts";
import { textColumn } from "../../../src/frame/columns/columns.ts";
import { toFrame } from "../../../src/frame/polars/toFrame.ts";

const USER = "11111111-2222-4333-8444-555555555555";
const KNOWN = {
  id: "Metric/known",
  svc_userid: USER,
  class: "metric",
  deprecated: false,
  name: "stress",
  unit: "%",
};

/** Cases in which the catalog has one matching type, or a metric is defined. */
async function found(type: object, figures: Record<string, (string | null)[]>) {
  const defined: unknown[] = [];
  let asked = 0;
  const client = {
    userid: () => Promise.resolve(USER),
    api: {
      catalog: {
        list: (args: object) => {
          assertEquals(args, { category: "user_configured" });
          asked++;
          return Promise.resolve([type]);
        },
        define: ({ base_type, body }: { base_type: string; body: unknown }) => {
          defined.push([base_type, body]);
          return Promise.resolve({ id: `Metric/${defined.length}` });
        },
      },
    },
  } as unknown as Client;
  const frames = Object.fromEntries(
    Object.entries(figures).map(([name, unit]) => [name, toFrame({ unit: textColumn(unit) })]),
  );
  return { ids: await ownMetrics(client, frames), defined, asked };
}

Deno.test("ownMetrics() finds a user-defined metric by name and unit, and then defines nothing", async () => {
  assertEquals(await found(KNOWN, { stress: [null, "%"] }), {
    ids: { stress: "Metric/known" },
    defined: [],
    asked: 1,
  });
  const { ids } = await found({ ...KNOWN, unit: null }, { stress: [null] });
  assertEquals(ids, { stress: "Metric/known" });
  const { unit: _, ...unitless } = KNOWN;
  assertEquals((await found(unitless, { stress: [] })).defined, []);
});

Deno.test("ownMetrics() ignores types that are another user's, deprecated, not a metric, or differ in name or unit", async () => {
  for (
    const other of [
      { svc_userid: "11111111-2222-4333-8444-555555555556" },
      { class: "event" },
      { deprecated: true },
      { name: "Stress" },
      { unit: null },
      { unit: "points" },
    ]
  ) {
    const { ids, defined } = await found({ ...KNOWN, ...other }, { stress: ["%"] });
    assertEquals([ids, defined.length], [{ stress: "Metric/1" }, 1], JSON.stringify(other));
  }
});

Deno.test("ownMetrics() defines a metric with its unit, cumulative if the vendor's values add up", async () => {
  const figures = {
    stress: ["%"],
    active_calories: ["kcal"],
    active_minutes: [null],
    active_zone_minutes: ["min"],
    inactive_minutes: ["min"],
    active_minutes_goal: ["min"],
  };
  const { defined, asked } = await found({}, figures);
  const spec = (name: string, unit: object, aggregation: string) => [
    "Metric",
    { name, description: `${name}, as an export has it`, record_spec: { ...unit, aggregation } },
  ];
  assertEquals(defined, [
    spec("stress", { unit: "%" }, "discrete"),
    spec("active_calories", { unit: "kcal" }, "cumulative"),
    spec("active_minutes", {}, "cumulative"),
    spec("active_zone_minutes", { unit: "min" }, "cumulative"),
    spec("inactive_minutes", { unit: "min" }, "discrete"),
    spec("active_minutes_goal", { unit: "min" }, "discrete"),
  ]);
  assertEquals([asked, (await found({}, {})).asked], [1, 0]);
});
