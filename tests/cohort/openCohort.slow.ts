import { assertEquals, assertRejects } from "@std/assert";
import { cohort } from "../../src/cohort/cohort.ts";
import { withdrawPeople } from "../../src/cohort/withdrawPeople.ts";
import { writeCohort } from "../../src/cohort/writeCohort.ts";
import { inFolder } from "../helpers/inFolder.ts";

const DATA = {
  people: [{ person: "ada", zone: "UTC" }],
  tables: { steps: [{ person: "ada", time: "2025-01-01T00:00Z", steps: 3 }] },
};

Deno.test("a cohort opens with at least one worker and one row at once, in whole numbers", async () => {
  await inFolder(async (folder) => {
    await writeCohort(folder, DATA);
    for (const options of [{}, { workers: 1 }, { rowsAtOnce: 1 }, { workers: 9, rowsAtOnce: 9 }]) {
      await using people = await cohort(folder, options);
      assertEquals(await people.table("steps").count(), 1);
    }
    const none = { workers: null as never };
    await assertRejects(() => cohort(folder, none), TypeError, "workers is null");
    const text = { rowsAtOnce: "2" as never };
    await assertRejects(() => cohort(folder, text), TypeError, 'rowsAtOnce is the text "2"');
    for (const value of [0, -1, 1.5, NaN, Infinity]) {
      for (const name of ["workers", "rowsAtOnce"]) {
        await assertRejects(
          () => cohort(folder, { [name]: value }),
          RangeError,
          `Cannot open a cohort: ${name} is `,
        );
      }
    }
  });
});

Deno.test("an option of the other back end is reported with the back end that has it", async () => {
  for (const name of ["workers", "rowsAtOnce"]) {
    await assertRejects(
      () => cohort("sc://localhost", { [name]: 1 }),
      TypeError,
      `Cannot open a cohort: ${name} is an option of a folder`,
    );
  }
  for (const name of ["token", "folder", "workerCommand", "certificates"]) {
    await assertRejects(
      () => cohort("somewhere", { [name]: "x" }),
      TypeError,
      `Cannot open a cohort: ${name} is an option of Spark, sc://host:port`,
    );
  }
});

Deno.test("an invalid address is rejected", async () => {
  for (const [address, what] of [["", 'the text ""'], [7, ""], [undefined, ""]]) {
    await assertRejects(
      () => cohort(address as string),
      TypeError,
      `Cannot open a cohort: the address is ${what}`,
    );
  }
});

Deno.test("a closed cohort computes nothing more", async () => {
  await inFolder(async (folder) => {
    await writeCohort(folder, DATA);
    const people = await cohort(folder, { workers: 1 });
    await people.close();
    await assertRejects(
      () => people.table("steps").perPerson(new URL("./ownVerb.ts", import.meta.url)).collect(),
      DOMException,
      "closed",
    );
  });
});

Deno.test("errors for typical mistakes in a script say how to fix them", async () => {
  await inFolder(async (folder) => {
    const study = `${folder}/study`;
    await writeCohort(study, DATA);
    await using people = await cohort(study, { workers: 1 });
    const steps = people.table("steps"), signal = AbortSignal.abort();
    const write = (person: unknown, zone: unknown) =>
      writeCohort(`${folder}/new`, { people: [{ person, zone }], tables: {} });
    const reversed = { from: "2025-03-01T00:00Z", to: "2025-02-01T00:00Z" };
    const cases: [() => Promise<unknown>, ErrorConstructor, string][] = [
      [() => cohort(`${folder}/stdy`), TypeError, "stdy: there is no such folder. Check the path"],
      [() => cohort(`${study}/_cohort.json`), TypeError, "it has no file in people"],
      [() => cohort("s3://b/c"), TypeError, "s3://b/c starts with s3://, expected the path"],
      [() => withdrawPeople(`${folder}/stdy`, "ada"), TypeError, "there is no folder"],
      [
        () => writeCohort(`${folder}/new`, { people: [], tables: {} }),
        TypeError,
        "people is empty",
      ],
      [() => write(null, "UTC"), TypeError, "person is null in row 0 of people"],
      [() => write("ada", null), TypeError, "people has only nulls in column zone, expected IANA"],
      [() => write("ada", 1), TypeError, "people has a column zone of float64, expected IANA"],
      [
        () => steps.where({ time: reversed }).count(),
        RangeError,
        'is after to, "2025-02-01T00:00Z"',
      ],
      [
        () => steps.where({ steps: { from: 3, to: 2 } }).count(),
        RangeError,
        "from, 3, is after to",
      ],
      [
        () => steps.collect({ onFailed: "skip" as never }),
        TypeError,
        'onFailed is the text "skip"',
      ],
      [() => steps.collect({ signal }), DOMException, "aborted"],
      [() => steps.count({ signal }), DOMException, "aborted"],
      [() => steps.writeTo(`${folder}/new`, { table: "../a" }), RangeError, 'write table "../a"'],
      [
        () => steps.perPerson(new URL("./no.ts", import.meta.url)).count(),
        TypeError,
        "no.ts per person: there is no such file",
      ],
    ] as never;
    for (const [run, kind, message] of cases) await assertRejects(run, kind, message);
    assertEquals(
      [...Deno.readDirSync(folder)].map(({ name }) => name).filter((name) => name === "stdy"),
      [],
    );
  });
});
