/**
 * Parses the words of `--names`, such as `svc=acme,mobile=phone`.
 *
 * @throws {RangeError} if a part is not `WORD=OTHER`, or a word occurs twice
 */
export function namesOf(text: string): { readonly [word: string]: string } {
  const pairs = text.split(",").map((pair): [string, string] => {
    const [word, other, ...rest] = pair.trim().split("=");
    if (!word || !other || rest.length > 0) {
      throw new RangeError(`Cannot use --names ${text}: ${JSON.stringify(pair)} is not WORD=OTHER`);
    }
    return [word, other];
  });
  const names = Object.fromEntries(pairs);
  if (Object.keys(names).length < pairs.length) {
    throw new RangeError(`Cannot use --names ${text}: a word occurs twice`);
  }
  return names;
}
