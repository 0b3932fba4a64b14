/** Returns a count with its noun, such as `1 row` or `1,200 rows`. */
export function countText(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${Number(count) === 1 ? one : many}`;
}
