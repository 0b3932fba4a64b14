import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type Citation, cite } from "../../src/frame/cite.ts";
import { VERSION } from "../../src/options/version.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { timing } from "../../src/sleep/timing.ts";

const hours = Array.from({ length: 72 }, (_, i) => ({
  time: new Date(Date.UTC(2024, 0, 1, i)),
  value: (i * 7) % 24,
  half: i < 36 ? "a" : "b",
}));

const read = (path: string): Promise<string> =>
  Deno.readTextFile(new URL(`../../${path}`, import.meta.url));

/** Reads entries of BibTeX: key, kind and fields. */
const entriesOf = ({ bibtex }: Citation) =>
  bibtex.split("\n\n").map((entry) => {
    const [, kind, key] = entry.match(/^@(\w+)\{(\w+),\n/)!;
    const fields = Object.fromEntries(
      [...entry.matchAll(/^ {2}(\w+) = \{(.*)\},?$/gm)].map(([, name, value]) => [name!, value!]),
    );
    return { kind, key, fields };
  });

Deno.test("an answer, its frame and the names of its statistics have the same citation", () => {
  const found = rhythm(hours, { y: "value", tz: "UTC" });
  const { text } = cite(found);
  assertEquals(
    text,
    "We computed IS and IV (Witting et al. 1990), ISm and IVm (Gonçalves et al. 2014) and " +
      "L5, L5_onset, M10, M10_onset and RA (Van Someren et al. 1999) with lifeframe " +
      `${VERSION} (2026). Without a source here: phi.`,
  );
  assertEquals(cite(found.frame).text, text);
  const names = Object.keys(found).filter((name) => name !== "phi");
  assertEquals(cite(names).text, text.replace(" Without a source here: phi.", ""));
  // Names of several people count once.
  assertEquals(cite(rhythm(hours, { y: "value", tz: "UTC", by: "half" })).text, text);
});

Deno.test("a citation states settings and data as they were given", () => {
  const { text } = cite("SJLsc", { data: "30 nights", settings: { freeDays: [6, 7], tz: "UTC" } });
  assertEquals(
    text,
    `We computed SJLsc (Jankowski 2017) with lifeframe ${VERSION} (2026). ` +
      'Settings: freeDays [6,7], tz "UTC". Data: 30 nights.',
  );
});

Deno.test("the references are whole, and the doc comments name the same sources", async () => {
  const all = cite([
    ...[
      "SRI",
      "IS",
      "ISm",
      "RA",
      "MSF",
      "SJLsc",
      "kRA",
      "RMSSD",
      "cole-kripke",
      "sadeh",
      "van-hees",
    ],
    ...["cosinor", "extendedCosinor", "intensityGradient", "changePoint", "changePoints"]
      .map((name) => `series.${name}`),
    ...["series.interrupted", "series.decompose", "series.mixed", "sleep.validate"],
  ]);
  const [software, ...articles] = entriesOf(all);
  const citation = await read("CITATION.cff");
  const released = citation.match(/^date-released: (\d{4})/m)![1]!;
  assertEquals(software, {
    kind: "software",
    key: "lifeframe",
    fields: {
      author: "{the lifeframe authors}",
      title: citation.match(/^title: "(.+)"$/m)![1]!,
      version: citation.match(/^version: (.+)$/m)![1]!,
      year: released,
    },
  });
  const comments = (await Promise.all(
    [
      ...["regularity", "timing", "fromActivity", "validate"].map((name) => `sleep/${name}`),
      ...["rhythm", "fragmentation", "hrv", "cosinor", "extendedCosinor", "intensityGradient"]
        .map((name) => `series/${name}`),
      ...["changePoint", "changePoints", "interrupted", "decompose", "mixed"]
        .map((name) => `series/${name}`),
    ].map((path) => read(`src/${path}.ts`)),
  )).join("\n").replace(/\n \* /g, " ");
  assertEquals(articles.length, 20);
  for (const { kind, key, fields } of articles) {
    assertEquals(kind, "article");
    const names = ["author", "year", "title", "journal", "volume", "number", "pages", "doi"];
    const isWithoutDoi = key === "cleveland1990"; // the journal had none in 1990
    assertEquals(Object.keys(fields), isWithoutDoi ? names.slice(0, -1) : names, key);
    assert(isWithoutDoi || /^10\.\d{4,}\/\S+$/.test(fields["doi"]!), key);
    // The verb that computes the statistic cites the same author and year.
    const last = fields["author"]!.split(",")[0]!.replace("{", "").slice(0, 10);
    assert(new RegExp(`${last}[^\\n]{0,12}\\s+(\\* )?${fields["year"]}`).test(comments), key);
  }
});

Deno.test("functions and algorithms are cited in words, with the settings that you pass", () => {
  const { text } = cite(["sadeh", "SRI", "series.mixed"], { settings: { random: "slope" } });
  assertEquals(
    text,
    "We computed sleep by the algorithm of Sadeh (Sadeh et al. 1994), SRI (Phillips et al. 2017) " +
      `and a linear mixed model (Laird and Ware 1982) with lifeframe ${VERSION} (2026). ` +
      'Settings: random "slope".',
  );
  assertThrows(() => cite("series.mixd"), RangeError, "series.mixed");
});

Deno.test("a citation shows its text and references, with signs of HTML escaped", () => {
  const found = cite("SRI", { data: "<b> & nights" });
  assertEquals(String(found), `${found.text}\n\n${found.bibtex}`);
  assertStringIncludes(found.html(), "Data: &lt;b&gt; &amp; nights.");
});

Deno.test("statistics without a source are refused by name, and left open in a frame", () => {
  const error = assertThrows(() => cite("SRl"), RangeError, 'no source is known for "SRl"');
  assertStringIncludes(error.message, "SRI");
  assertThrows(() => cite([]), RangeError, "there are no names");
  assertThrows(() => cite("toString"), RangeError, 'no source is known for "toString"');
  assertThrows(
    () => cite([{ name: "mean", value: 1 }]),
    RangeError,
    "no source is known for any of 1 statistics",
  );
  assertThrows(() => cite([{ value: 1 }]), TypeError, "Cannot cite");
  const { text } = cite(timing([], { tz: "UTC" }));
  assertStringIncludes(text, "SJLsc_rel and SJLsc (Jankowski 2017)");
  assertStringIncludes(text, "Without a source here: onset,");
});
