// deno-lint-ignore-file no-console -- a command prints to the terminal
/** Runs a command in this process; returns its result and output. */
export async function printed<T>(
  command: () => Promise<T>,
): Promise<{ result: T; out: string; err: string }> {
  const { log, error } = console, out: string[] = [], err: string[] = [];
  console.log = (...parts) => void out.push(parts.join(" "));
  console.error = (...parts) => void err.push(parts.join(" "));
  try {
    return { result: await command(), out: out.join("\n"), err: err.join("\n") };
  } finally {
    console.log = log;
    console.error = error;
  }
}

/** Runs work with changed environment variables; `undefined` removes one. */
export async function withEnv<T>(
  variables: Readonly<Record<string, string | undefined>>,
  work: () => T | Promise<T>,
): Promise<T> {
  const before = Object.keys(variables).map((name) => [name, Deno.env.get(name)] as const);
  const set = (name: string, value: string | undefined): void =>
    value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
  for (const [name, value] of Object.entries(variables)) set(name, value);
  try {
    return await work();
  } finally {
    for (const [name, value] of before) set(name, value);
  }
}
