/** Maximum significant digits of the largest number. */
const DIGITS = 6;

/**
 * Encodes numbers as short text: the number of decimals, the first number, then differences in
 * units of the last decimal; `*3` means three times, and `.` a missing number. Beyond six
 * significant digits, decimals are rounded; integers are exact.
 *
 * `61, 62, 62, 62, NaN, 60.5` is `1|610 10 0*2 . -15`.
 */
export function encodeNumbers(values: ArrayLike<number>): string {
  const decimals = decimalsOf(values), unit = 10 ** decimals;
  const parts: string[] = [];
  let before = 0, last = "", times = 0;
  const flush = (): void => {
    if (times > 0) parts.push(times > 1 ? `${last}*${times}` : last);
  };
  for (let i = 0; i < values.length; i++) {
    const value = Math.round(values[i]! * unit), isNumber = Number.isFinite(value);
    const text = isNumber ? String(value - before) : ".";
    if (isNumber) before = value;
    if (text === last) times++;
    else {
      flush();
      last = text;
      times = 1;
    }
  }
  flush();
  return `${decimals}|${parts.join(" ")}`;
}

function decimalsOf(values: ArrayLike<number>): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    const size = Math.abs(values[i]!);
    if (size > largest && size < Infinity) largest = size;
  }
  const most = largest === 0 ? 0 : DIGITS - 1 - Math.floor(Math.log10(largest));
  for (let decimals = 0; decimals < most; decimals++) {
    const unit = 10 ** decimals;
    let exact = true;
    for (let i = 0; i < values.length && exact; i++) {
      const value = values[i]! * unit;
      exact = !Number.isFinite(value) || Math.abs(value - Math.round(value)) < 1e-9 * unit;
    }
    if (exact) return decimals;
  }
  return Math.max(0, most);
}
