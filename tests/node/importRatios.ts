/** The least CPU time of three processes that import, beyond that of one that does nothing, in milliseconds. */
export async function importTimes(
  run: (code: string) => Promise<string>,
): Promise<{ bare: number; whole: number; sleep: number }> {
  const took = async (...packages: string[]): Promise<number> => {
    const imports = packages.map((name) => `await import("${name}");`).join(" ");
    const code =
      `${imports} const { user, system } = process.cpuUsage(); console.log(user + system)`;
    const times: number[] = [];
    for (let i = 0; i < 3; i++) times.push(Number(await run(code)) / 1000);
    return Math.min(...times);
  };
  const empty = await took();
  return {
    bare: await took("nodejs-polars", "@observablehq/plot") - empty,
    whole: await took("@lifeframe/lifeframe") - empty,
    sleep: await took("@lifeframe/lifeframe/sleep") - empty,
  };
}
