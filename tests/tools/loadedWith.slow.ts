import { existsSync } from "node:fs";
import { assert, assertEquals } from "@std/assert";
import { READERS } from "../../src/read/readers.ts";
import { loadedWith } from "../../tools/house/loadedWith.ts";
import deno from "../../deno.json" with { type: "json" };

/** Most files that each entry may load: each costs about 0.2 to 0.5 ms of every script's start. */
const FILES: Readonly<Record<string, number>> = {
  ".": 647,
  "./client": 218,
  "./experiment": 109,
  "./places": 101,
  "./plot": 342,
  "./range": 12,
  "./read": 111,
  "./series": 228,
  "./sleep": 215,
};

/** Packages that take 10 ms or more to load, some as long as Polars itself. */
const SLOW = [
  "@observablehq/plot",
  "@zip.js/zip.js",
  "apache-arrow",
  "date-fns",
  "hono",
  "linkedom",
  "node:sqlite",
  "oauth4webapi",
  "saxes",
  "string-width",
  "zod",
];

/** Our own entries; the others re-export a package. */
const entries = Object.entries(deno.exports)
  .filter(([name]) => name !== "./observable-plot" && name !== "./polars");

Deno.test("no entry immediately loads packages that are slow and rarely needed", () => {
  for (const [name, path] of entries) {
    const { packages } = loadedWith(path.slice(2));
    const slow = SLOW.filter((slow) =>
      [...packages].some((name) => name === slow || name.startsWith(`${slow}/`))
    );
    assertEquals(slow, [], `${name} loads them`);
  }
});

Deno.test("no entry creates formatters when it is loaded, because the first of each kind takes up to 12 ms", () => {
  for (const [name, path] of entries) {
    for (const file of loadedWith(path.slice(2)).files) {
      if (!file.endsWith(".ts")) continue;
      const [eager] = /^(?:export )?const .*new Intl\..*$/m.exec(Deno.readTextFileSync(file)) ?? [];
      assertEquals(eager, undefined, `${name} loads ${file}`);
    }
  }
});

Deno.test("no entry loads the service, its store or the sample; no namespace loads the client", () => {
  for (const [name, path] of entries) {
    const folders = new Set([...loadedWith(path.slice(2)).files].map((file) => file.split("/")[1]));
    const heavy = ["service", "store", "sample", "notebook", "cli"];
    if (name !== "." && name !== "./client") heavy.push("client", "api", "app");
    for (const folder of name === "." ? ["store", "notebook", "cli"] : heavy) {
      assert(!folders.has(folder), `${name} loads src/${folder}`);
    }
  }
});

Deno.test("every entry loads few files", () => {
  for (const [name, most] of Object.entries(FILES)) {
    const { files } = loadedWith(deno.exports[name as keyof typeof deno.exports].slice(2));
    assert(files.size <= most, `${name} loads ${files.size} files, ${most} are agreed`);
  }
});

/** Vendors whose files use a format that another reader reads as well. */
const USES: Readonly<Record<string, readonly string[]>> = {
  gadgetbridge: ["fit"],
  garmin: ["fit"],
};

const VENDORS = READERS.map(({ name }) => name);

Deno.test("the namespace read loads no vendor's reader", () => {
  const functions = [...VENDORS, "fitbitSleep", "sleepLogs"]; // sleepLogs has FITBIT_LEVELS
  const loaded = [...loadedWith("src/read/mod.ts").files].filter((file) => {
    const [, , vendor = "", name = ""] = file.split("/");
    return VENDORS.includes(vendor) && !functions.includes(name.replace(/\.ts$/, ""));
  });
  assertEquals(loaded, []);
});

Deno.test("a vendor's reader loads no other vendor's reader", async () => {
  for (const vendor of VENDORS) {
    const reader = vendor === "appleHealth" ? "readHealth.ts" : `${vendor}Reader.ts`;
    const own = new URL(`../../src/read/${vendor}/${vendor}.ts`, import.meta.url);
    const text = existsSync(own) ? await Deno.readTextFile(own) : undefined;
    const late = text === undefined
      ? [reader]
      : Array.from(text.matchAll(/import\("\.\/(.+?)"\)/g), ([, path]) => path!);
    assert(late.includes(reader), `${vendor}: ${late}`);
    const files = text === undefined ? late : [`${vendor}.ts`, ...late];
    const loaded = files.flatMap((path) => [...loadedWith(`src/read/${vendor}/${path}`).files]);
    const others = VENDORS.filter((other) =>
      other !== vendor && loaded.some((file) => file.startsWith(`src/read/${other}/`))
    );
    assertEquals(others, USES[vendor] ?? [], vendor);
  }
});
