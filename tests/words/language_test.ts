import { assert, assertEquals } from "@std/assert";
import { de } from "date-fns/locale/de";
import fc from "fast-check";
import { WORDS } from "../../src/words/de.ts";
import {
  decimalText,
  hasCapitalNouns,
  inLanguage,
  keepLanguage,
  languageCode,
  listed,
  numberText,
  percentText,
  say,
  term,
} from "../../src/words/language.ts";

const nights = (n: number): string => say("{n} {n|night|nights}", { n });

Deno.test("say() is English without a locale, and German for every German locale", () => {
  assertEquals([nights(1), nights(2), say("No data")], ["1 night", "2 nights", "No data"]);
  for (const locale of ["de", "de-DE", "de-AT", "de-CH", de]) {
    assertEquals(
      inLanguage({ locale }, () => [nights(1), nights(2), say("No data"), languageCode()]),
      ["1 Nacht", "2 Nächte", "Keine Daten", "de"],
    );
  }
});

Deno.test("percentText() writes 0 % only for nothing, and 100 % only for the whole", () => {
  const texts = [0, 0.3, 1.4, 99.6, 100].map((percent) => percentText(percent));
  assertEquals(texts, ["0 %", "< 1 %", "1 %", "> 99 %", "100 %"]);
  assertEquals(
    inLanguage({ locale: "de" }, () => [0.01, 97.25, 99.96].map((one) => percentText(one, 1))),
    ["< 0,1 %", "97,3 %", "> 99,9 %"],
  );
});

Deno.test("a language without a table has English words and its own numbers", () => {
  const text = inLanguage({ locale: "fr" }, () => [
    say("{level} on average", { level: numberText(1234.5) }),
    languageCode(),
  ]);
  assertEquals(text, [`${(1234.5).toLocaleString("fr")} on average`, "en"]);
  assertEquals(inLanguage({ locale: "no such tag!" }, nights.bind(null, 2)), "2 nights");
});

Deno.test("numbers, lists and nouns follow the language", () => {
  const all = () => [
    numberText(1234.5),
    decimalText("12.50"),
    decimalText("1,234"),
    nights(1.5),
    listed(["A", "B", "C"]),
    hasCapitalNouns(),
  ];
  assertEquals(all(), ["1,234.5", "12.50", "1,234", "1.5 nights", "A, B and C", false]);
  assertEquals(
    inLanguage({ locale: "de" }, all),
    ["1.234,5", "12,50", "1,234", "1,5 Nächte", "A, B und C", true],
  );
});

Deno.test("the end of a message that only distinguishes it is not written", () => {
  const texts = () => ["mean", say("mean|statistic"), say("Mean")];
  assertEquals(texts(), ["mean", "mean", "Mean"]);
  assertEquals(inLanguage({ locale: "de" }, texts), ["mean", "Mittelwert", "Mittelwert"]);
});

Deno.test("term() translates known names and keeps others", () => {
  assertEquals([term("heart rate"), term("my own")], ["heart rate", "my own"]);
  assertEquals(
    inLanguage({ locale: "de" }, () => [term("heart rate"), term("my own"), term("toString")]),
    ["Puls", "my own", "toString"],
  );
});

Deno.test("languages do not mix, although their work alternates", async () => {
  const work = (locale: string) =>
    inLanguage({ locale }, async () => {
      const texts: string[] = [];
      for (let i = 0; i < 3; i++) {
        await new Promise((resolve) => setTimeout(resolve, 1));
        texts.push(say("No data"));
      }
      return texts;
    });
  const [german, english] = await Promise.all([work("de"), work("en")]);
  assertEquals(german, Array(3).fill("Keine Daten"));
  assertEquals(english, Array(3).fill("No data"));
  const keep = inLanguage({ locale: "de" }, keepLanguage);
  assertEquals([keep(() => say("No data")), say("No data")], ["Keine Daten", "No data"]);
});

/** Never runs: the compiler rejects each line, which `deno check` verifies. */
export function rejectedByTheCompiler(): void {
  // @ts-expect-error the table has no such message
  say("{n} sheep", { n: 1 });
  // @ts-expect-error a value is missing
  say("{n} {n|night|nights}");
  // @ts-expect-error the message has no such placeholder
  say("{n} {n|night|nights}", { n: 1, m: 2 });
  // @ts-expect-error the message has no placeholder
  say("No data", { n: 1 });
}

/** Values for the placeholders of a message: the number 3 for all of them. */
function filled(message: string, language: "en" | "de"): string {
  const names = [...message.matchAll(/\{(\w+)/g)].map(([, name]) => name!);
  const values = Object.fromEntries(names.map((name) => [name, 3]));
  const spoken = say as (message: string, values?: object) => string;
  return inLanguage({ locale: language }, () => spoken(message, values));
}

Deno.test("every message has the same placeholders in both languages, and leaves no brace", () => {
  for (const [english, german] of Object.entries(WORDS)) {
    const names = (text: string) =>
      [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name]) => name))].sort();
    assertEquals(names(german), names(english), english);
    assertEquals(german.startsWith(" "), english.startsWith(" "), english);
    for (const language of ["en", "de"] as const) {
      const text = filled(english, language);
      assert(!/[{}|]/.test(text), text);
    }
  }
});

Deno.test("numberText() writes numbers as toLocaleString() does, whatever it wrote before", () => {
  const options = fc.constantFrom<Intl.NumberFormatOptions | undefined>(
    undefined,
    {},
    { maximumFractionDigits: 1 },
    { maximumSignificantDigits: 3 },
    { useGrouping: false },
  );
  const locale = fc.oneof(
    fc.constantFrom("en-US", "de", "fr-CH", "hi", "ar-EG"),
    fc.integer({ min: 0, max: 999 }).map((one) => `de-x-part${one}`),
  );
  const call = fc.record({ locale, value: fc.double(), options });
  fc.assert(fc.property(fc.array(call, { maxLength: 300 }), (calls) => {
    for (const { locale, value, options } of calls) {
      assertEquals(
        inLanguage({ locale }, () => numberText(value, options)),
        value.toLocaleString(locale, options),
      );
    }
  }));
});
