import { assertEquals } from "@std/assert";
import { pieceProgress } from "../../../src/client/pieces/pieceProgress.ts";

const bytes = (done: number, total: number | undefined) => ({
  action: "read",
  task: 1,
  done,
  total,
  unit: "bytes" as const,
  ended: false,
});

Deno.test("a piece in progress counts by its share of bytes, and fully only after it is read", () => {
  const told: (readonly [number, number | undefined])[] = [];
  const progress = pieceProgress("read", 4, ({ done, total, ended }) => {
    if (!ended) told.push([Math.round(1000 * done) / 1000, total]);
  });
  const first = progress.of(0), second = progress.of(1);
  first(bytes(50, 200));
  first(bytes(100, 200));
  second(bytes(10, undefined)); // unknown total, so no report
  second(bytes(300, 300));
  first(bytes(10, 200)); // a retry, so progress does not decrease
  first(bytes(400, 200)); // more than announced
  progress.finished(0);
  progress.finished(1);
  progress.end();
  const share = (part: number): number => Math.round(990 * part) / 1000;
  assertEquals(
    told.slice(-7),
    [
      [0, 4],
      [share(0.25), 4],
      [share(0.5), 4],
      [share(1.5), 4],
      [share(2), 4],
      [1.99, 4],
      [2, 4],
    ].map(([done, total]) => [Math.round(1000 * done!) / 1000, total] as const),
  );
});
