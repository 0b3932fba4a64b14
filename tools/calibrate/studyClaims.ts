import { power } from "../../src/experiment/power.ts";
import { mixed } from "../../src/series/mixed.ts";
import { paired } from "../../src/series/paired.ts";
import { limitsOfAgreement } from "../../src/sleep/limitsOfAgreement.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { validate } from "../../src/sleep/validate.ts";
import { alarms, type Claim, misses } from "./claim.ts";
import { type Cell, cellsAround, type Chance, otherCells, redValues } from "./records.ts";

/** Numbers of independent people in a study. */
const PEOPLE: readonly Cell[] = [28, 7, 14, 90].map((days) => ({
  phi: 0,
  days,
  ratio: 1,
  missing: 0,
  weekend: 0,
  trend: 0,
}));

/** Returns a night per person: minutes of a stage in the laboratory and by a device. */
const study = ({ days }: Cell, { normal }: Chance) =>
  Array.from({ length: days }, () => {
    const lab = 80 + 20 * normal();
    return { lab, watch: lab - 10 + 15 * normal() };
  });

const START = Date.UTC(2024, 0, 1), HOUR = 3_600_000, DAY = 24 * HOUR;

/** Two values of each person, of whom every other one has the conditions in the other order. */
const crossover = (people: number, { normal }: Chance, effect = 0) =>
  Array.from({ length: people }, (_, user) => {
    const level = 3 * normal();
    return ["off", "on"].map((drug, i) => {
      const period = (user + i) % 2 === 0 ? 1 : 2;
      return { user, drug, period, y: level + effect * (period - 1) + normal() };
    });
  }).flat();

const PAIRED = { y: "y", condition: "drug", person: "user" } as const;

/** R 4.2: power.t.test(n, delta = 0.6 * sqrt(2), sd = sqrt(2), type = "paired", strict = TRUE) */
const PAIRED_POWER: Readonly<Record<number, number>> = {
  7: 0.268264785731,
  14: 0.546954352911,
  28: 0.86437494542,
  90: 0.999878643139,
};

/** A row of a stage frame. */
type Epoch = Readonly<Record<string, number | Date>>;

const PAIR = { reference: "lab", other: "watch" } as const;

/** Promises of verbs that compare independent people. */
export const STUDY_CLAIMS: Readonly<Record<string, Claim>> = {
  "a validation study": {
    functions: ["sleep.limitsOfAgreement", "sleep.validate"],
    options: "days are people; normal differences",
    promises: {
      "p of the slope": "p",
      "p of the spread": "p",
      "p of normality": "p",
      "95 % interval of the bias": "interval",
      "95 % interval of a limit": "interval",
      "95 % interval of the slope": "interval",
    },
    cells: PEOPLE,
    draw: (cell, chance) => {
      const found = limitsOfAgreement(study(cell, chance), { ...PAIR, interval: "t" });
      return {
        "p of the slope": alarms(found.slope_p),
        "p of the spread": alarms(found.spread_p),
        "p of normality": alarms(found.normal_p),
        "95 % interval of the bias": misses(found.bias_low, -10, found.bias_high),
        "95 % interval of a limit": misses(
          found.upper_low,
          -10 + 1.96 * 15,
          found.upper_high,
        ),
        "95 % interval of the slope": misses(found.slope_low, 0, found.slope_high),
      };
    },
  },
  "a validation study of other differences": {
    functions: ["sleep.limitsOfAgreement", "sleep.validate"],
    options: "days are people",
    promises: {
      "p of the bias": "p",
      "p of the slope": "p",
      "p of the spread": "p",
      "95 % interval of the bias": "interval",
      "95 % interval of the slope": "interval",
    },
    cells: [14, 28, 90].flatMap((days) =>
      otherCells(days).filter(({ noise }) => noise !== undefined)
        .map((cell) => ({ ...cell, phi: 0 }))
    ),
    draw: ({ days, noise }, chance) => {
      const differences = redValues(days, 0, chance, noise);
      const rows = Array.from(differences, (one) => {
        const lab = 80 + 20 * chance.normal();
        return { lab, watch: lab - 10 + 15 * one };
      });
      const found = limitsOfAgreement(rows, { ...PAIR, resamples: 1000 });
      const even = rows.map(({ lab, watch }) => ({ lab, watch: watch + 10 }));
      return {
        "p of the bias": alarms(limitsOfAgreement(even, { ...PAIR, resamples: 1000 }).bias_p),
        "p of the slope": alarms(found.slope_p),
        "p of the spread": alarms(found.spread_p),
        "95 % interval of the bias": misses(found.bias_low, -10, found.bias_high),
        "95 % interval of the slope": misses(found.slope_low, 0, found.slope_high),
      };
    },
  },
  "the regularity of sleep": {
    functions: ["sleep.regularity"],
    options: "confidence: 0.95",
    promises: { "95 % interval": "interval" },
    cells: cellsAround(["phi", "days", "missing"]),
    draw: ({ phi, days, missing }, chance) => {
      const [bed, wake] = [redValues(days, phi, chance), redValues(days, phi, chance)];
      const at = (day: number, hour: number) => new Date(START + day * DAY + hour * HOUR);
      const nights = Array.from(bed, (own, day) => ({
        start_time: at(day, 23 + own),
        end_time: at(day + 1, 7 + wake[day]!),
        sleep_stage: 1,
      })).filter((_, day) => day === 0 || day === days - 1 || chance.next() >= missing);
      const found = regularity(nights, { tz: "UTC", confidence: 0.95, rule: "noon" });
      // Two nights differ by the mean distance of two normal numbers, at either end.
      const hours = 2 * Math.sqrt(2 * (1 - phi)) * Math.sqrt(2 / Math.PI);
      return { "95 % interval": misses(found.SRI_low, 100 - 200 * hours / 24, found.SRI_high) };
    },
  },
  "a mixed model": {
    functions: ["series.mixed"],
    options: `random: "slope"; days are people, of 6 measurements each`,
    promises: { "p of the slope": "p", "95 % interval of the slope": "interval" },
    cells: PEOPLE,
    draw: ({ days }, { normal }) => {
      const rows = Array.from({ length: days }, (_, user) => {
        const level = 10 * normal(), slope = 2 * normal();
        return [0, 1, 2, 3, 4, 5].map((x) => ({ user, x, y: level + slope * x + 5 * normal() }));
      }).flat();
      const found = mixed(rows, { y: "y", x: "x", person: "user", random: "slope" });
      return {
        "p of the slope": alarms(found.slope_p),
        "95 % interval of the slope": misses(found.slope_low, 0, found.slope_high),
      };
    },
  },
  "a mixed model by bootstrap": {
    functions: ["series.mixed"],
    options: `resamplePeople: true, resamples: 200; skewed slopes; days are people`,
    promises: { "p of the slope": "p", "95 % interval of the slope": "interval" },
    shortRecords: 15,
    cells: PEOPLE,
    draw: ({ days }, chance) => {
      const slopes = redValues(days, 0, chance, "skewed"), { normal } = chance;
      const rows = Array.from(slopes, (slope, user) => {
        const level = 10 * normal();
        return [0, 1, 2, 3].map((x) => ({ user, x, y: level + slope * x + normal() }));
      }).flat();
      const found = mixed(rows, {
        y: "y",
        x: "x",
        person: "user",
        resamplePeople: true,
        resamples: 200,
      });
      return {
        "p of the slope": alarms(found.slope_p),
        "95 % interval of the slope": misses(found.slope_low, 0, found.slope_high),
      };
    },
  },
  "a paired comparison": {
    functions: ["series.paired"],
    options: "days are people; normal differences",
    promises: { "p": "p", "95 % interval": "interval" },
    cells: PEOPLE,
    draw: ({ days }, chance) => {
      const found = paired(crossover(days, chance), PAIRED);
      return {
        p: alarms(found.difference_p),
        "95 % interval": misses(found.difference_low, 0, found.difference_high),
      };
    },
  },
  "a crossover": {
    functions: ["series.paired"],
    options: `period: "period"; days are people; an effect of the period of 1 SD`,
    promises: {
      "p": "p",
      "p of the order": "p",
      "95 % interval": "interval",
      "95 % interval of the period": "interval",
    },
    cells: PEOPLE,
    draw: ({ days }, chance) => {
      const found = paired(crossover(days, chance, 1), { ...PAIRED, period: "period" });
      return {
        p: alarms(found.difference_p),
        "p of the order": alarms(found.sequence_difference_p),
        "95 % interval": misses(found.difference_low, 0, found.difference_high),
        "95 % interval of the period": misses(
          found.period_effect_low,
          1,
          found.period_effect_high,
        ),
      };
    },
  },
  "a paired comparison by bootstrap": {
    functions: ["series.paired"],
    options: `resamplePeople: true, resamples: 1000; days are people; skewed differences`,
    promises: { "p": "p", "95 % interval": "interval" },
    cells: PEOPLE.map((cell) => ({ ...cell, noise: "skewed" })),
    draw: (cell, chance) => {
      const rows = Array.from(redValues(cell.days, 0, chance, cell.noise), (y, user) => [
        { user, drug: "off", y: 0 },
        { user, drug: "on", y },
      ]).flat();
      const found = paired(rows, { ...PAIRED, resamplePeople: true, resamples: 1000 });
      return {
        p: alarms(found.difference_p),
        "95 % interval": misses(found.difference_low, 0, found.difference_high),
      };
    },
  },
  "the power of a study": {
    functions: ["experiment.power"],
    options:
      "simulations: 200; days are people; pairs with an effect of 0.6 SD of their differences",
    promises: { "95 % interval": "interval" },
    shortRecords: 15,
    cells: PEOPLE,
    draw: ({ days }, { next }) => {
      const found = power({
        people: days,
        x: [0, 1],
        effect: 0.6 * Math.SQRT2,
        residualSD: 1,
        levelSD: 4,
        simulations: 200,
        seed: Math.floor(next() * 2 ** 31),
      });
      return { "95 % interval": misses(found.power_low, PAIRED_POWER[days]!, found.power_high) };
    },
  },
  "dependent measurements": {
    functions: ["series.mixed"],
    options: `random: "autoregression"; days are people`,
    promises: { "p of the slope": "p", "95 % interval of the slope": "interval" },
    cells: PEOPLE,
    draw: ({ days }, { normal }) => {
      const rows = Array.from({ length: days }, (_, user) => {
        let y = normal();
        return [0, 1, 2, 3, 4, 5].map((x) => {
          const row = { user, x, y };
          y = 0.5 * y + Math.sqrt(0.75) * normal();
          return row;
        });
      }).flat();
      const found = mixed(rows, { y: "y", x: "x", person: "user", random: "autoregression" });
      return {
        "p of the slope": alarms(found.slope_p),
        "95 % interval of the slope": misses(found.slope_low, 0, found.slope_high),
      };
    },
  },
  "a validation study by bootstrap": {
    functions: ["sleep.limitsOfAgreement", "sleep.validate"],
    options: `interval: "basic"; days are people`,
    promises: { "95 % interval of the bias": "interval" },
    cells: PEOPLE,
    draw: (cell, chance) => {
      const found = limitsOfAgreement(study(cell, chance), {
        ...PAIR,
        interval: "basic",
        resamples: 1000,
      });
      return { "95 % interval of the bias": misses(found.bias_low, -10, found.bias_high) };
    },
  },
  "means of stages in a validation study": {
    functions: ["sleep.validate"],
    options: `bootstrap: "basic"; days are people`,
    promises: { "95 % interval of a mean": "interval" },
    cells: PEOPLE,
    draw: ({ days }, { next }) => {
      const lab: Epoch[] = [], watch: Epoch[] = [], LENGTH = 30_000;
      for (let user = 0; user < days; user++) {
        const agreed = 0.5 + next() / 2; // 0.75 on average
        for (let epoch = 0; epoch < 20; epoch++) {
          const start_time = new Date(START + epoch * LENGTH);
          const row = { user, start_time, end_time: new Date(start_time.getTime() + LENGTH) };
          const sleep_stage = next() < 0.5 ? 0 : 2;
          lab.push({ ...row, sleep_stage });
          watch.push({ ...row, sleep_stage: next() < agreed ? sleep_stage : 2 - sleep_stage });
        }
      }
      const { stages } = validate(lab, watch, {
        by: "user",
        stages: "aasm",
        tz: "UTC",
        resamples: 1000,
      });
      const found = stages.toRecords()
        .find((row) => Number(row["stage"]) === 2 && row["name"] === "accuracy");
      const end = (value: unknown) => value === null ? null : Number(value);
      return {
        "95 % interval of a mean": found === undefined
          ? null
          : misses(end(found["low"]), 0.75, end(found["high"])),
      };
    },
  },
};
