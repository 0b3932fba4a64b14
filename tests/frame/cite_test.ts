import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { type Citation, cite } from "../../src/frame/cite.ts";
import { type Source, SOURCES } from "../../src/frame/cite/citeSources.ts";
import { VERSION } from "../../src/options/version.ts";
import { withoutNonWear } from "../../src/series/withoutNonWear.ts";
import { rhythm } from "../../src/series/rhythm.ts";
import { fluctuations } from "../../src/series/fluctuations.ts";
import { light } from "../../src/series/light.ts";
import { fromActivity } from "../../src/sleep/fromActivity.ts";
import { regularity } from "../../src/sleep/regularity.ts";
import { timing } from "../../src/sleep/timing.ts";
import { fromHypnogram } from "../../src/sleep/fromHypnogram.ts";
import * as sleep from "../../src/sleep/mod.ts";
import { periodogram } from "../../src/series/periodogram.ts";
import type { FrameLike } from "../../src/frame/open.ts";
import { proseFiles } from "../../tools/prose/prose.ts";

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
      `${VERSION} (2026). Without a source here: phi. Settings of series.rhythm: tz "UTC".`,
  );
  assertEquals(cite(found.frame).text, text);
  const names = Object.keys(found).filter((name) => name !== "phi");
  assertEquals(cite(names).text, text.split(" Without a source")[0]);
  // Names of several people count once.
  assertEquals(cite(rhythm(hours, { y: "value", tz: "UTC", by: "half" })).text, text);
});

Deno.test("a citation states settings and data as they were passed", () => {
  const { text } = cite("SJLsc", { data: "30 nights", settings: { freeDays: [6, 7], tz: "UTC" } });
  assertEquals(
    text,
    `We computed SJLsc (Jankowski 2017) with lifeframe ${VERSION} (2026). ` +
      'Settings: freeDays [6,7], tz "UTC". Data: 30 nights.',
  );
});

Deno.test("the references are complete, and the doc comments cite the same sources", async () => {
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
      "webster",
      "oakley",
      "scripps",
      "roenneberg",
      "galland",
      "choi",
      "crespo",
      "hdcza",
      "van-hees-2013",
      "CPD",
      "SJL_weighted",
    ],
    ...["cosinor", "extendedCosinor", "intensityGradient", "changePoint", "changePoints"]
      .map((name) => `series.${name}`),
    ...["series.interrupted", "series.decompose", "series.mixed", "sleep.validate"],
    ...["series.fluctuations", "series.light", "series.correlate", "sleep.statistics"],
    ...["places.photoperiod", "ema", "recommended_day", "dip"],
    "series.compare",
    ...["agreement", "blandAltman", "nremCycles", "consensus", "hypnodensity"]
      .map((name) => `sleep.${name}`),
    ...["lomb-scargle", "chi-square"],
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
      ...[
        ...["regularity", "timing", "fromActivity", "validate", "statistics", "agreement"],
        ...["blandAltman", "nremCycles", "consensus", "hypnodensity"],
      ].map((name) => `sleep/${name}`),
      ...["rhythm", "fragmentation", "hrv", "cosinor", "extendedCosinor", "intensityGradient"]
        .map((name) => `series/${name}`),
      ...[
        "changePoint",
        "changePoints",
        "interrupted",
        "decompose",
        "mixed",
        "fluctuations",
        "light",
        "withoutNonWear",
        "correlate",
        "periodogram",
        "statistics/dependentMean",
      ]
        .map((name) => `series/${name}`),
      ...["places/photoperiod", "series/rolling", "series/restingRate"],
    ].map((path) => read(`src/${path}.ts`)),
  )).join("\n").replace(/\n \* /g, " ");
  assertEquals(articles.length, 47);
  const names = ["author", "year", "title", "journal", "volume", "number", "pages", "doi"];
  const others: Readonly<Record<string, readonly string[]>> = {
    cleveland1990: names.slice(0, -1), // the journal had no doi in 1990
    hartmeyer2023: ["author", "year", "title", "journal", "doi"], // online first
    oakley1997: ["author", "year", "title", "institution"],
    iber2007: ["author", "year", "title", "institution"],
    meeus1998: ["author", "year", "title", "publisher"],
    roenneberg2015: [
      ...["author", "year", "title", "booktitle", "publisher", "volume", "pages", "doi"],
    ],
  };
  const kinds: Readonly<Record<string, string>> = {
    oakley1997: "techreport",
    iber2007: "techreport",
    meeus1998: "book",
    roenneberg2015: "incollection",
  };
  for (const { kind, key, fields } of articles) {
    assertEquals(kind, kinds[key!] ?? "article");
    assertEquals(Object.keys(fields), others[key!] ?? names, key);
    const { doi } = fields;
    assert(doi === undefined || /^10\.\d{4,}\/\S+$/.test(doi), key);
    // The verb that computes the statistic cites the same author and year.
    const last = fields["author"]!.split(",")[0]!.replace("{", "").slice(0, 10);
    assert(new RegExp(`${last}[^\\n]{0,16}\\s+(\\* |\\()?${fields["year"]}`).test(comments), key);
  }
});

Deno.test("a publication has the same doi in every comment as in the references", async () => {
  const found: string[] = [], wrong: string[] = [];
  for (const path of proseFiles().filter((path) => /^(src|docs)/.test(path))) {
    const text = (await read(path)).replace(/\s*\n( \*)?\s*/g, " ");
    for (const { short, year, doi } of Object.values<Source>(SOURCES)) {
      const name = short.replace(/ (et al\.|and .+)$/, "");
      const cited = new RegExp(
        `${name}( et al\\.| (and|&) \\w+)?,? \\(?${year},? doi:? ?(10\\.[^\\s,;]+)`,
        "g",
      );
      for (const [whole, , , given = ""] of text.matchAll(cited)) {
        const isSame = given.replace(/[).:]+$/, "") === doi;
        (isSame ? found : wrong).push(`${path}: ${whole}`);
      }
    }
  }
  assertEquals(wrong, []);
  assert(found.length > 25, `${found.length} comments`);
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

Deno.test("a result is cited with its variant and options, and with the algorithm behind its frame", () => {
  const counts = Array.from({ length: 8 * 1440 }, (_, i) => ({
    time: new Date(Date.UTC(2024, 0, 1, 12, i)),
    counts: i % 1440 >= 600 && i % 1440 < 1080 ? 0 : 300 + i % 90,
  }));
  const scored = fromActivity(counts, { algorithm: "oakley", threshold: 20, tz: "UTC" });
  const end = ` with lifeframe ${VERSION} (2026). `;
  assertEquals(
    cite(regularity(scored, { tz: "UTC", minDays: 3 })).text,
    `We computed sleep by the algorithm of Oakley (Oakley 1997) and SRI (Phillips et al. 2017)${end}` +
      'Settings of sleep.fromActivity: algorithm "oakley", threshold 20, tz "UTC". ' +
      'Settings of sleep.regularity: tz "UTC", minDays 3.',
  );
  assertStringIncludes(cite(scored).bibtex, "@techreport{oakley1997,");
  const worn = withoutNonWear(counts, { method: "choi" });
  assertStringIncludes(
    cite(fromActivity(worn, { algorithm: "sadeh", tz: "UTC" })).text,
    "time without wear by the algorithm of Choi (Choi et al. 2011)",
  );
  const coleKripke = (rescore: boolean) =>
    cite(fromActivity(counts, { algorithm: "cole-kripke", rescore, tz: "UTC" })).text;
  assertStringIncludes(coleKripke(true), "the rules of Webster (Webster et al. 1982)");
  assert(!coleKripke(false).includes("Webster"));
  const ggir = cite(rhythm(hours, { y: "value", tz: "UTC", variant: "GGIR", window: "2h" }));
  assertStringIncludes(ggir.text, "in the variant of GGIR (Migueles et al. 2019)");
  assertStringIncludes(ggir.text, 'tz "UTC", variant "GGIR", window "2h".');
  assertStringIncludes(ggir.bibtex, "@article{migueles2019,");
  for (
    const found of [light(hours, { y: "value", tz: "UTC" }), fluctuations(hours, { y: "value" })]
  ) {
    assert(/\((Hartmeyer and Andersen 2023|Hu et al\. 2004)\)/.test(cite(found).text));
  }
  const { text } = cite(rhythm(hours, { y: "value", tz: "UTC" }), { settings: { device: "A" } });
  assertStringIncludes(text, 'Settings: device "A".');
});

Deno.test("tables of stages, scorers, pairs and periods are cited by the function that made them", () => {
  const night = ["a", "b"].flatMap((source) =>
    fromHypnogram(["W", "N1", "N2", "N3", "R", "N2"], {
      start: "2024-01-01T22:00Z",
      epoch: "10m",
      tz: "UTC",
    }).toRecords().map((row) => ({ ...row, source }))
  );
  const own = night.filter(({ source }) => source === "a");
  const pairs = Array.from({ length: 20 }, (_, i) => ({ a: i, b: i + Math.sin(i) }));
  const pair = { reference: "a", other: "b" };
  const made: readonly (readonly [FrameLike, string])[] = [
    [sleep.statistics(own, { tz: "UTC" }), "sleep statistics (Iber et al. 2007)"],
    [sleep.nightly(own, { tz: "UTC" }), "sleep statistics of each night (Iber et al. 2007)"],
    [sleep.nremCycles(own, { tz: "UTC" }), "(Feinberg and Floyd 1979)"],
    [sleep.agreement(own, own), "the agreement of hypnograms (Cohen 1960)"],
    [sleep.consensus(night), "the consensus of scorers (Guillot et al. 2020)"],
    [sleep.softAgreement(night), "the soft agreement of scorers (Guillot et al. 2020)"],
    [sleep.hypnodensity(night), "a hypnodensity (Stephansen et al. 2018)"],
    [sleep.blandAltman(pairs, pair), "bias and limits of agreement (Bland and Altman 1986)"],
    [sleep.calibrate(pairs, pairs, pair), "calibrated values (Menghini et al. 2021)"],
    [periodogram(hours, { y: "value" }), "(Zechmeister and Kürster 2009)"],
    [periodogram(hours, { y: "value", method: "chi-square" }), "(Sokolove and Bushell 1978)"],
  ];
  for (const [result, words] of made) assertStringIncludes(cite(result).text, words);
  // the sleep behind a consensus is in the paragraph, too
  const agreed = sleep.nightly(sleep.consensus(night, { best: 1 }), { tz: "UTC" });
  assertStringIncludes(cite(agreed).text, "Settings of sleep.consensus: best 1.");
});

Deno.test("a citation shows its text and references, with HTML escaped", () => {
  const found = cite("SRI", { data: "<b> & nights" });
  assertEquals(String(found), `${found.text}\n\n${found.bibtex}`);
  assertStringIncludes(found.html(), "Data: &lt;b&gt; &amp; nights.");
});

Deno.test("statistics without a source are rejected by name, and listed as uncited for a frame", () => {
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
