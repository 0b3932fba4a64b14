import { assert, assertEquals } from "@std/assert";
import { costOf, lines, MOST, post, type Repeated, running } from "./served.ts";

const MB = 1e6, MIB = 1024 * 1024;

/** Bodies that are expensive to reject or accept: path, body, status. */
const BODIES: readonly (readonly [string, string, () => Repeated, number, string?])[] = [
  ["33 M lines without a field", "HeartRate", () => lines('{"a":1}', 255 * MIB), 422],
  ["8 MiB of wrong lines", "HeartRate", () => lines('{"a":1}', 8 * MIB), 422],
  ["24 MiB of wrong lines", "HeartRate", () => lines('{"a":1}', 24 * MIB), 422],
  ["255 MiB of blank lines", "HeartRate", () => lines("", 255 * MIB), 422],
  ["255 MiB without a line end", "HeartRate", () => whole("[1,", 255 * MIB), 413],
  ["255 MiB of tombstones that are wrong", "DeletedRecord", () => lines("{}", 255 * MIB), 422],
  ["1 MiB of one record with many fields", "HeartRate", manyFields, 422, "application/json"],
  ["1 MiB of one record with many tags", "HeartRate", manyTags, 422, "application/json"],
  ["1 MiB of one record that is deep", "HeartRate", deep, 422, "application/json"],
  ["many sources", "HeartRate", manySources, 422],
  ["96 MiB of good lines", "HeartRate", () => lines(GOOD, 96 * MIB), 201],
  ["60 MiB of the shortest lines", "HeartRate", () => lines(SHORTEST, 60 * MIB), 201],
];

const GOOD =
  '{"start_time":"2024-01-01T00:00:00Z","value":60,"note":"after a long walk","tags":[]}';
const SHORTEST = '{"start_time":"2024-01-01","value":1}';

function whole(text: string, bytes: number): Repeated {
  return lines(text, bytes).times > 0
    ? {
      block: new TextEncoder().encode(text.repeat(65_536)),
      times: Math.floor(bytes / 65_536 / text.length),
    }
    : { block: new Uint8Array(), times: 0 };
}

function one(text: string): Repeated {
  return { block: new TextEncoder().encode(text), times: 1 };
}

function manyFields(): Repeated {
  return one(JSON.stringify(Object.fromEntries(Array.from({ length: 80_000 }, (_, i) => [i, 1]))));
}

function manyTags(): Repeated {
  return one(`{"start_time":"2024-01-01","value":1,"tags":[${"1,".repeat(500_000)}1]}`);
}

function deep(): Repeated {
  const metadata = "[".repeat(500_000) + "]".repeat(500_000);
  return one(`{"start_time":"2024-01-01","value":1,"metadata":{"a":${metadata}}}`);
}

function manySources(): Repeated {
  const all = Array.from(
    { length: 200_000 },
    (_, i) => `{"start_time":"2024-01-01","value":1,"source":"${i}"}\n`,
  );
  return one(all.join(""));
}

for (const [what, type, body, status, contentType] of BODIES) {
  Deno.test(`${what}: bounded memory, and others wait no longer than 250 ms`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      await using here = await running(["--data", folder]);
      const sent = body(), size = sent.block.length * sent.times;
      let cost;
      // A busy machine gets more tries.
      for (let attempt = 0; attempt < 3; attempt++) {
        cost = await costOf(
          here,
          () => post(here, `/ingest/v1/record/${type}`, sent, contentType),
        );
        if (cost.wait < MOST) break;
      }
      const { result, wait, memory, took } = cost!;
      // deno-lint-ignore no-console
      console.log(
        `${what}: ${result.status} in ${took | 0} ms, others waited ${wait | 0} ms, ` +
          `${(memory / MB) | 0} MB for ${(size / MB) | 0} MB`,
      );
      assertEquals(result.status, status, result.text.slice(0, 500));
      if (status === 422) assert(result.text.length < 100_000, "the answer is too long");
      assert(wait < MOST, `others waited ${wait} ms`);
      assert(memory < 64 * MB + 3 * size, `${memory / MB} MB`);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
