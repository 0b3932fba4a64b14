import { assert, assertEquals, assertNotEquals } from "@std/assert";
import * as plot from "../../src/plot/mod.ts";
import { EVERY_OPTION } from "./everyOption.ts";
import { EVERY_PICTURE, TZ } from "./everyPicture.ts";

type Draw = (rows: unknown, options: object) => plot.Picture;

for (const [name, { rows, needed, variants = [{}], values }] of Object.entries(EVERY_OPTION)) {
  const draw = plot[name as keyof typeof EVERY_OPTION] as Draw;

  /** Returns description and drawing, or the message of an error. */
  const result = async (options: object): Promise<string> => {
    try {
      const picture = draw(rows ?? EVERY_PICTURE[name]!.rows, options);
      return `${picture.summary}\n${await picture.svg()}`;
    } catch (error) {
      assert(error instanceof TypeError || error instanceof RangeError, String(error));
      return error.message;
    }
  };

  for (const variant of variants) {
    const words = Object.entries(variant).map(([option, value]) => `${option}: ${value}`);
    Deno.test(`${name}({ ${words.join(", ")} }) uses or rejects each option`, async () => {
      const timed = EVERY_PICTURE[name]!.zoned ? { tz: TZ } : {};
      const base = { ...timed, ...needed, ...variant }, before = await result(base);
      assert(before.includes("<svg"), before);
      for (const [option, value] of Object.entries(values)) {
        if (option in variant || isElsewhere(value)) continue;
        const after = await result({ ...base, [option]: value });
        assertNotEquals(after, before, `${option} is ignored`);
        assert(!after.includes("there is no option"), after);
      }
    });
  }

  Deno.test(`the tests that EVERY_OPTION.${name} names have the option`, async () => {
    for (const [option, value] of Object.entries(values)) {
      if (!isElsewhere(value)) continue;
      const text = await Deno.readTextFile(new URL(`../../${value.testedIn}`, import.meta.url));
      assertEquals(new RegExp(`\\b${option}\\b`).test(text), true, `${value.testedIn}: ${option}`);
    }
  });
}

function isElsewhere(value: unknown): value is { readonly testedIn: string } {
  return typeof value === "object" && value !== null && "testedIn" in value;
}
