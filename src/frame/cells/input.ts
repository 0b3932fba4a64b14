import { checkOptions } from "../../options/checkOptions.ts";
import { describeValue } from "../../options/describeValue.ts";
import type { Displayable } from "../../display/displayable.ts";
import { Input } from "./inputs.ts";

/** Options for a date that can be changed. */
export interface DateInputOptions {
  /** First date, such as `2025-03-01`. @default none */
  min?: string;
  /** Last date. @default none */
  max?: string;
  /** Date at the start. @default today, in the zone of this machine */
  value?: string;
}

/** Options for a number that can be changed. */
export interface NumberInputOptions {
  /** Smallest number. @default 0 */
  min?: number;
  /** Largest number. @default 100 */
  max?: number;
  /** Difference between adjacent numbers. @default 1 */
  step?: number;
  /** Number at the start. @default `min` */
  value?: number;
}

/** Options for a choice, or for a text, that can be changed. */
export interface TextInputOptions {
  /** Text at the start. @default the first choice, or an empty text */
  value?: string;
}

/** Controls of a cell that redraw a result when their value changes. */
export interface Inputs {
  /** Shows a date input and the result of `draw` for its date, such as `2025-03-01`. */
  date(label: string, draw: (day: string) => unknown, options?: DateInputOptions): Displayable;
  /** Shows a slider and the result of `draw` for its number. */
  number(
    label: string,
    draw: (value: number) => unknown,
    options?: NumberInputOptions,
  ): Displayable;
  /** Shows a menu and the result of `draw` for its choice. */
  choice(
    label: string,
    choices: readonly string[],
    draw: (choice: string) => unknown,
    options?: TextInputOptions,
  ): Displayable;
  /** Shows a text input and the result of `draw` for its text. */
  text(label: string, draw: (text: string) => unknown, options?: TextInputOptions): Displayable;
}

/** Throws if the label or the function of a call is missing. */
function checkDraw(what: string, label: unknown, draw: unknown): void {
  if (typeof label === "string" && typeof draw === "function") return;
  throw new TypeError(
    `Cannot show an input of ${what}: got ${describeValue(label)} and ${describeValue(draw)}. ` +
      "Pass a label and a function that returns what to draw.",
  );
}

const same = (text: string): string => text;

/**
 * Controls that redraw a chart, a table or anything else when their value changes. They need the
 * kernel "Deno (lifeframe)" in JupyterLab. Elsewhere they show their initial value and its result.
 *
 * ```ts
 * import { demo, plot, show } from "@lifeframe/lifeframe";
 * import { assertEquals } from "@std/assert";
 *
 * const me = await demo({ days: 10 });
 * const day = show.input.date("Day", async (day) => plot.line(await me.series("HeartRate", day)), {
 *   value: "2025-03-20",
 * });
 * assertEquals(String(day), "Day: 2025-03-20");
 * ```
 */
export const input: Inputs = {
  date(label, draw, options = {}) {
    checkDraw("a date", label, draw);
    checkOptions("show an input of a date", options, { min: true, max: true, value: true });
    const { min, max, value = Temporal.Now.plainDateISO().toString() } = options;
    for (const [name, day] of Object.entries({ value, min, max })) {
      if (day === undefined || /^\d{4}-\d\d-\d\d$/.test(day)) continue;
      throw new RangeError(
        `Cannot show an input of a date: ${name} is ${
          describeValue(day)
        }, expected a date such as "2025-03-01"`,
      );
    }
    return new Input(label, { type: "date", min, max }, value, same, draw);
  },
  number(label, draw, options = {}) {
    checkDraw("a number", label, draw);
    const known = { min: true, max: true, step: true, value: true } as const;
    checkOptions("show an input of a number", options, known);
    const { min = 0, max = 100, step = 1, value = min } = options;
    return new Input(label, { type: "range", min, max, step }, String(value), Number, draw);
  },
  choice(label, choices, draw, options = {}) {
    checkDraw("a choice", label, draw);
    checkOptions("show an input of a choice", options, { value: true });
    const { value = choices[0] ?? "" } = options;
    if (!choices.includes(value)) {
      throw new RangeError(
        `Cannot show an input of a choice: "${value}" is not one of ${choices.join(", ")}. ` +
          "Pass one of the choices as value.",
      );
    }
    return new Input(label, { type: "menu", choices }, value, same, draw);
  },
  text(label, draw, options = {}) {
    checkDraw("a text", label, draw);
    checkOptions("show an input of a text", options, { value: true });
    return new Input(label, { type: "text" }, options.value ?? "", same, draw);
  },
};
