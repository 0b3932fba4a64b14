import { assertEquals } from "@std/assert";
import { DOMParser } from "linkedom";

/**
 * Nulls in the tables that the notebooks show: by notebook the columns that have any, and of a column
 * `value` the rows. Add a null only with its reason.
 */
const NULLS: Readonly<Record<string, readonly string[]>> = {
  // Raw samples: the sample's sources name no version and no device.
  "01_first_night.ipynb": [
    "device",
    "device_manufacturer",
    "device_model",
    "source_bundle_identifier",
    "source_version",
  ],
  "02_tour.ipynb": ["distance_km"], // a workout without a distance
  // Rows of series.compare that no method, note or removed effect belongs to.
  "04_two_periods.ipynb": ["method", "note", "partial"],
  "05_workouts_and_calories.ipynb": ["activities", "distance_km"], // days without a workout
  // No input of sleep.timing is missing, no value of rhythm is null, and some have no minimum of data.
  "07_sleep_in_depth.ipynb": ["enough", "missing", "note"],
  "14_actigraphy_in_two_groups.ipynb": ["note"], // every value is known, so none has a reason
  "15_a_device_validation.ipynb": ["lower_low", "upper_high"], // the differences are not normal
};

const FOLDER = new URL("../../notebooks/", import.meta.url);

interface Cell {
  readonly textContent: string;
  querySelector(selector: string): unknown;
}

/** The columns and rows of the stored tables of a notebook in which there is a null. */
function nullsOf(text: string): string[] {
  const found = new Set<string>();
  for (const { outputs = [] } of JSON.parse(text).cells) {
    for (const { data = {} } of outputs) {
      const html = [data["text/html"] ?? ""].flat().join("");
      if (!html.includes("null")) continue;
      const page = new DOMParser().parseFromString(
        `<html><body>${html}</body></html>`,
        "text/html",
      );
      for (const table of page.querySelectorAll("table")) {
        const names = [...table.querySelectorAll("thead tr:first-child th")].map((cell) =>
          (cell as unknown as Cell).textContent.trim().split("\n")[0]!
        );
        for (const row of table.querySelectorAll("tbody tr")) {
          const cells = [...row.querySelectorAll("td, th")] as unknown as Cell[];
          cells.forEach((cell, i) => {
            if (cell.querySelector("em") === null || cell.textContent.trim() !== "null") return;
            const name = names[i] ?? `column ${i}`;
            found.add(name === "value" ? `value of ${cells[0]!.textContent.trim()}` : name);
          });
        }
      }
    }
  }
  return [...found].sort();
}

Deno.test("no value that the notebooks show becomes null, except those listed", async () => {
  const found: Record<string, string[]> = {};
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (!name.endsWith(".ipynb")) continue;
    const nulls = nullsOf(await Deno.readTextFile(new URL(name, FOLDER)));
    if (nulls.length > 0) found[name] = nulls;
  }
  assertEquals(found, NULLS);
});
