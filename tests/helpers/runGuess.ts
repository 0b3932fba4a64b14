type Run = (...values: unknown[]) => Promise<unknown>;
const AsyncFunction = (async () => {}).constructor as new (...code: string[]) => Run;

/** Runs a guess as an untyped cell of a notebook does, and returns the value of its last statement. */
export async function runGuess(
  code: string,
  scope: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const lines = code.split(/;\s+/).flatMap((line) => line.split("\n"));
  const last = lines.pop()!.replace(/;$/, "");
  const given = /^const (\{.*?\}|\w+) = /.exec(last)?.[1];
  const body = given === undefined ? `return ${last}` : `${last}; return ${given};`;
  const cell = new AsyncFunction(...Object.keys(scope), [...lines, body].join(";\n"));
  return await cell(...Object.values(scope));
}
