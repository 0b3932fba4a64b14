import { mock } from "node:test";
import { setImmediate } from "node:timers";

/** Clock that a test moves. */
export interface FakeClock extends Disposable {
  /** Moves the clock by milliseconds, and runs the timers that are due. */
  tick(milliseconds: number): void;
  /** Waits for work while the clock moves by a millisecond per turn of the event loop. */
  until<T>(work: Promise<T>): Promise<T>;
}

/**
 * Replaces `setTimeout`, `setInterval` and `performance.now` until it is disposed of. Tests that
 * use it do not wait, and give the same result on a busy machine.
 */
export function fakeClock(): FakeClock {
  const { now } = performance;
  let passed = 0;
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  performance.now = () => passed;
  const tick = (milliseconds: number): void => {
    passed += milliseconds;
    mock.timers.tick(milliseconds);
  };
  return {
    tick,
    async until(work) {
      let isOver = false;
      const end = (): void => void (isOver = true);
      work.then(end, end);
      while (!isOver) {
        await new Promise<void>((resolve) => setImmediate(resolve));
        tick(1);
      }
      return await work;
    },
    [Symbol.dispose]() {
      mock.timers.reset();
      performance.now = now;
    },
  };
}
