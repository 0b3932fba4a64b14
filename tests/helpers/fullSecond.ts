/**
 * Moves the clock of this process so that its first reading is a full second, for `deno test
 * --preload`. Such times are written without a fraction, which breaks comparisons of texts.
 * @module
 */
const { now } = Date, RealDate = Date;
let ahead: number | undefined;

function moved(): number {
  const real = now();
  ahead ??= Math.ceil(real / 1000) * 1000 - real;
  return real + ahead;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, made) =>
    Reflect.construct(target, args.length === 0 ? [moved()] : args, made),
  apply: () => new RealDate(moved()).toString(),
});
Date.now = moved;
Temporal.Now.instant = () => Temporal.Instant.fromEpochMilliseconds(moved());
