import { assertEquals, assertMatch } from "@std/assert";
import { local } from "@lifeframe/lifeframe";
import { importCommand } from "../../src/cli/importFiles.ts";
import { inFolder } from "../helpers/inFolder.ts";

const tz = "Europe/Berlin";

function exportOf(day: string, steps: number): string {
  return `<HealthData><Record type="HKQuantityTypeIdentifierStepCount" sourceName="Watch" unit="count"
    value="${steps}" startDate="${day} 12:00:00 +0100" endDate="${day} 12:10:00 +0100"/></HealthData>`;
}

/** Watches a folder while a test works in it; returns what was said. */
async function watching(
  folder: string,
  work: (said: (pattern: RegExp) => Promise<string>) => Promise<void>,
): Promise<string[]> {
  const lines: string[] = [], stop = new AbortController();
  let heard = Promise.withResolvers<void>();
  const hear = (line: string): void => {
    lines.push(line);
    heard.resolve();
    heard = Promise.withResolvers();
  };
  const running = importCommand(
    ["--watch", `${folder}/in`, "--data", `${folder}/health`, "--zone", tz, "--settle", "0.1"],
    { print: hear, warn: hear, signal: stop.signal },
  );
  const said = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const found = lines.find((line) => pattern.test(line));
      if (found !== undefined) return found;
      await heard.promise;
    }
  };
  try {
    await work(said);
  } finally {
    stop.abort();
    assertEquals(await running, 0);
  }
  return lines;
}

const stepsOf = async (folder: string): Promise<unknown[]> => {
  await using me = await local({ data: `${folder}/health`, tz });
  const days = await me.daily({ start_time: "2024-01-10", end_time: "2024-01-13" }, {
    metrics: ["StepCount"],
  });
  return Array.from(days.getColumn("step_count").toArray());
};

Deno.test("a watched folder imports each export once, when it is complete", () =>
  inFolder(async (folder) => {
    const inside = `${folder}/in`;
    await Deno.mkdir(inside);
    const lines = await watching(folder, async (said) => {
      await Deno.writeTextFile(`${inside}/first.xml`, exportOf("2024-01-10", 420));
      assertMatch(await said(/^first\.xml/), /Stored 1 new record/);

      await Deno.copyFile(`${inside}/first.xml`, `${inside}/again.xml`);
      assertEquals(await said(/^again\.xml/), "again.xml: already imported as first.xml");

      const growing = await Deno.open(`${inside}/growing.xml`, { write: true, create: true });
      const bytes = new TextEncoder().encode(exportOf("2024-01-11", 730));
      for (let i = 0; i < 6; i++) {
        const part = bytes.subarray(i * bytes.length / 6 | 0, (i + 1) * bytes.length / 6 | 0);
        await growing.write(part);
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      growing.close();
      assertMatch(await said(/^growing\.xml/), /Stored 1 new record/);

      await Deno.writeTextFile(`${inside}/half.zip`, "PK\x03\x04 without its end");
      await Deno.writeTextFile(`${inside}/load.xml.crdownload`, exportOf("2024-01-12", 1));
      await Deno.writeTextFile(`${inside}/empty.xml`, "");
      await Deno.symlink(`${inside}/first.xml`, `${inside}/link.xml`);
      await Deno.writeTextFile(`${inside}/odd.xml`, "<Other/>");
      await said(/^odd\.xml: Cannot /);
      await new Promise((resolve) => setTimeout(resolve, 400));
    });
    const names = lines.map((line) => line.split(":")[0]);
    assertEquals(names, ["first.xml", "again.xml", "growing.xml", "odd.xml"]);
    assertEquals(await stepsOf(folder), [420, 730, null]);
  }));

Deno.test("a restarted watcher imports nothing twice, and imports files that were added meanwhile", () =>
  inFolder(async (folder) => {
    const inside = `${folder}/in`;
    await Deno.mkdir(inside);
    await Deno.writeTextFile(`${inside}/first.xml`, exportOf("2024-01-10", 420));
    await watching(folder, async (said) => void await said(/^first\.xml: Stored 1/));
    await Deno.writeTextFile(`${inside}/second.xml`, exportOf("2024-01-11", 730));
    const lines = await watching(folder, async (said) => void await said(/^second\.xml: Stored 1/));
    assertEquals(lines[0], "first.xml: already imported");
    assertEquals(await stepsOf(folder), [420, 730, null]);
  }));

Deno.test("a file cannot be watched like a folder", () =>
  inFolder(async (folder) => {
    const lines: string[] = [], file = `${folder}/export.xml`;
    await Deno.writeTextFile(file, exportOf("2024-01-10", 420));
    const code = await importCommand(["--watch", file, "--data", `${folder}/health`], {
      print: () => {},
      warn: (line) => lines.push(line),
    });
    assertEquals([code, ...lines], [
      1,
      `Cannot watch ${file}: a file is where a folder should be. Choose another path.`,
    ]);
  }));
