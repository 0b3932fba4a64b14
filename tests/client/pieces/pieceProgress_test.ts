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

Deno.test("a piece under way counts by the share of its bytes, and whole only when it is read", () => {
  const told: (readonly [number, number | undefined])[] = [];
  const progress = pieceProgress("read", 4, ({ done, total, ended }) => {
    if (!ended) told.push([Math.round(1000 * done) / 1000, total]);
  });
  const first = progress.of(0), second = progress.of(1);
  first(bytes(50, 200));
  first(bytes(100, 200));
  second(bytes(10, undefined)); // how much there is, nobody knows: nothing is told
  second(bytes(300, 300));
  first(bytes(10, 200)); // tried again: it never goes back
  first(bytes(400, 200)); // more than was announced
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
