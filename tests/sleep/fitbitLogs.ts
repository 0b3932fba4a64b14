import type { FitbitLevel, FitbitLog } from "../../src/read/fitbit/sleepLogs.ts";
import packed from "../fixtures/fitbit_sleep_layers.json" with { type: "json" };

const STEP = 30;
const LEVELS: Readonly<Record<string, string>> = {
  W: "wake",
  L: "light",
  D: "deep",
  R: "rem",
  A: "asleep",
  E: "restless",
  K: "awake",
};

/**
 * Returns all 526 logs with both of their layers, as the vendor wrote them. In the fixture, each is
 * a list: its number, its start, its base layer as levels and steps of 30 s in base 36, and its
 * short wakes as steps after the start and lengths in steps.
 */
export function fitbitLogs(): FitbitLog[] {
  return packed.map(([logId, startTime, base, short]) => {
    const start = Temporal.PlainDateTime.from(startTime as string);
    const piece = (level: string, after: number, steps: number): FitbitLevel => ({
      dateTime: start.add({ seconds: after * STEP }).toString({ smallestUnit: "millisecond" }),
      level,
      seconds: steps * STEP,
    });
    let after = 0;
    const data = Array.from((base as string).matchAll(/([A-Z])([0-9a-z]+)/g), (run) => {
      const steps = parseInt(run[2]!, 36);
      after += steps;
      return piece(LEVELS[run[1]!]!, after - steps, steps);
    });
    const shortData = (short as string).split(" ").filter((run) => run !== "").map((run) => {
      const [from, steps] = run.split(":").map((number) => parseInt(number, 36));
      return piece("wake", from!, steps!);
    });
    return { logId: logId as number, startTime: startTime as string, levels: { data, shortData } };
  });
}
