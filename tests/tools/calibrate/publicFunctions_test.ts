import { assert, assertEquals } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";
import * as questions from "../../../src/app/questions.ts";
import type { Frame } from "../../../src/frame/polars/frame.ts";
import type { Picture } from "../../../src/plot/picture/picture.ts";
import { CLAIMS } from "../../../tools/calibrate/claims.ts";
import { EVERY_VERB } from "../../frame/everyVerb.ts";
import { EVERY_PICTURE } from "../../plot/everyPicture.ts";

/**
 * Public functions that only describe and promise nothing: counts, sums, means, shares and charts
 * of them. A function whose result has a p value, an interval, a threshold or a mark belongs in
 * tools/calibrate/claims.ts, which simulates it.
 */
const DESCRIBES = {
  series:
    "align between convert dateParts decompose effort extendedCosinor fluctuations fragmentation fromSamples hrv instant intensityGradient light pick resample restingRate rhythm rolling streaks thin withoutNonWear",
  sleep:
    "aggregate agreement calibrate consensus cycles findClones fromActivity fromHypnogram fromHypnogramFile fromSamples hypnodensity knownStages merge mergeReport nightly " +
    "nremCycles pick sessions softAgreement stages statistics timing toEpochs toHypnogramFile transitions withoutClones",
  plot:
    "Picture actogram balance beside calendar coverage dailyBars dayPath distribution events hypnodensity hypnogram line " +
    "multiples night nremCycles overlay overview polarClock regularity sleepBars sleepRaster tile timeline " +
    "transitions visits weekHours weekMonths",
  experiment: "plan",
  places: "dayPath distance metersBetween nearestCity photoperiod visits zones",
  me:
    "compareWith daily day decompose diary erase events exportTo ingestFile lastNight metricSeries nightly note " +
    "readProvenance samples stages streaks totals watch workoutDays workouts",
} as const;

/** The public functions, by the names under which users call them. */
function publicFunctions(): string[] {
  const namespaces = { ...lifeframe, me: questions } as unknown as Record<
    string,
    Record<string, unknown>
  >;
  return Object.keys(DESCRIBES).flatMap((namespace) =>
    Object.entries(namespaces[namespace]!).filter(([, value]) => typeof value === "function")
      .map(([name]) => `${namespace}.${name}`)
  );
}

const describing = Object.entries(DESCRIBES).flatMap(([namespace, names]) =>
  names.split(" ").map((name) => `${namespace}.${name}`)
);
const claimed = [...new Set(Object.values(CLAIMS).flatMap(({ functions }) => functions))];

Deno.test("every public function is either calibrated or promises nothing", () => {
  const unclear = publicFunctions().filter((name) =>
    claimed.includes(name) === describing.includes(name)
  );
  assertEquals(
    unclear,
    [],
    "simulate their p values, intervals, thresholds and marks in tools/calibrate/claims.ts, or " +
      "name them in DESCRIBES, but not both",
  );
});

/** Names of columns and of statistics that promise something. */
const PROMISING =
  /^(p|p_.*|low|high|lower|upper|threshold|ci|significant|marked)$|_(low|high|lower|upper|p)$/;

Deno.test("a function that promises nothing has no column and no statistic of a p value or an interval", () => {
  let read = 0;
  for (const [name, { rows, call }] of Object.entries(EVERY_VERB)) {
    if (!describing.includes(name)) continue;
    const result = call(rows, { of: (usual) => usual, columns: {} });
    if (Object.prototype.toString.call(result) !== "[object DataFrame]") continue;
    read++;
    const records = (result as Frame).toRecords();
    const names = [
      ...Object.keys(records[0] ?? {}),
      ...new Set(records.map((row) => String(row["name"]))),
    ];
    assertEquals(names.filter((one) => PROMISING.test(one)), [], name);
  }
  assert(read > 20, `${read} read`);
});

Deno.test("a chart that promises nothing does not mention significance", async () => {
  let drawn = 0;
  for (const [name, { rows, draw, zoned }] of Object.entries(EVERY_PICTURE)) {
    const function_ = `plot.${name.split(/[^A-Za-z]/)[0]}`;
    if (!describing.includes(function_)) continue;
    const picture: Picture = draw(rows, zoned ? { tz: "UTC" } : {});
    const text = `${picture.summary} ${await picture.svg()}`.replaceAll(
      /<style>.*?<\/style>/gs,
      "",
    );
    const found = /confidence|signific|\d % interval|\bp [=<] /i.exec(text);
    assertEquals(found, null, name);
    drawn++;
  }
  assert(drawn > 15, `${drawn} drawn`);
});
