import { assert, assertEquals, assertNotEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";
import pl from "@lifeframe/lifeframe/polars";
import { runGuess } from "../helpers/runGuess.ts";
import { inFolder } from "../read/export/exportFixture.ts";
import guesses from "./secondGuesses.json" with { type: "json" };
import others from "./thirdGuesses.json" with { type: "json" };

/** Answer of a guess that needs no other call. */
const WORKS = "works";

Deno.test("the second list has 100 guesses over all seven areas, each once", () => {
  assertEquals(guesses.length, 100);
  assertEquals(new Set(guesses.map(({ code }) => code)).size, 100);
  assertEquals(new Set(guesses.map(({ area }) => area)).size, 7);
});

Deno.test("the third list has 40 guesses of people who come from other apps and libraries", () => {
  assertEquals(new Set(others.map(({ code }) => code)).size, 40);
});

Deno.test("second and third guesses work, or their errors give the right call", async (test) => {
  const me = await lifeframe.demo({ days: 40 }), month = { days: 20 };
  const hr = await me.series("HeartRate", month, { every: "5m" });
  const days = await me.daily(month, {
    metrics: ["StepCount", "HeartRate"],
    sleep: ["asleep"],
    workouts: true,
  });
  const stages = await me.stages(month);
  const weights = "Date;kg\n2025-03-01 08:00;70,5\n2025-03-02 08:00;70,1\n";
  await inFolder({ "weight.csv": weights }, async (folder) => {
    const scope = { ...lifeframe, pl, me, month, hr, days, stages };
    for (const { id, intent, code, answer } of [...guesses, ...others]) {
      await test.step(`${id} ${intent}`, async () => {
        const placed = code.replace('"weight.csv"', JSON.stringify(`${folder}/weight.csv`));
        const result = await runGuess(placed, scope).then(
          (value) => ({ value }),
          (error: Error) => ({ error }),
        );
        if (answer === WORKS) {
          if ("error" in result) throw result.error;
          assertNotEquals(result.value, undefined);
          return;
        }
        assert("error" in result, "it works: give it the answer works");
        assertStringIncludes(result.error.message, answer);
        assert(/^Cannot [a-z]/.test(result.error.message), result.error.message);
      });
    }
  });
});
