import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { demo, range } from "../../../mod.ts";
import { handMade, slept } from "../handMade.ts";

const TZ = "Europe/Berlin";

Deno.test("a digest describes the last seven days in sentences, each with a number and its band", async () => {
  const me = await demo({ days: 40 });
  const { title, sentences, figures } = await me.digest();
  assertEquals(title, "Fri 14 March 2025 to Thu 20 March 2025, in words");
  assertEquals(sentences.length, figures.length);
  assert(sentences.length > 6);
  for (const sentence of sentences) {
    assertMatch(sentence, /^(?:You|Your|Of your) .*\d.*\((?:.* to .*; )?\d+ (?:night|day)s?\)/);
    assertMatch(sentence, /the 28 days before \(\d.*\)/);
  }
});

Deno.test("a digest states its number of nights, and that they are too few to detect a change", async () => {
  const night = (date: string, hours: number) =>
    slept("Ring", `${date}T00:00`, `${date}T${String(hours).padStart(2, "0")}:00`);
  await using me = await handMade({
    records: {
      SleepStage: [
        ...["01", "02", "03", "04"].map((day) => night(`2025-01-${day}`, 8)),
        ...["05", "06"].map((day) => night(`2025-01-${day}`, 7)),
      ],
    },
    now: "2025-01-07T12:00:00+01:00",
    tz: TZ,
  });
  const { sentences } = await me.digest(range.between("2025-01-05", "2025-01-07", TZ), {
    before: 4,
  });
  assertEquals(
    sentences[0],
    "You slept 7 h 00 min a night (2 nights), and 8 h 00 min in the 4 days before " +
      "(8 h 00 min to 8 h 00 min; 4 nights): too few nights to tell whether it changed.",
  );
  const first = await me.digest(range.between("2025-01-01", "2025-01-03", TZ), { before: 4 });
  assertEquals(
    first.sentences[0],
    "You slept 8 h 00 min a night (2 nights); the 4 days before have no data.",
  );
});

Deno.test("a digest reports days without data, and rejects invalid options", async () => {
  await using me = await handMade({ records: {}, now: "2025-01-07T12:00:00+01:00", tz: TZ });
  assertEquals((await me.digest()).sentences, ["Nothing was measured in these days."]);
  await assertRejects(() => me.digest({ days: 7 }, { before: 0 }), RangeError, "before is 0");
  await assertRejects(
    () => me.digest({ start_time: "2025-01-01T00:00Z" } as never),
    TypeError,
    "end_time is missing",
  );
});
