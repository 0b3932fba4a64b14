import { assertEquals } from "@std/assert";
import deno from "../../deno.json" with { type: "json" };

// Imports every file over the network, as from a module registry, without a local folder.
const PROGRAM = (url: string): string => `
import { demo, plot, show, sleep } from "${url}/mod.ts";
const stages = sleep.merge([
  { start_time: "2025-03-01T22:00Z", end_time: "2025-03-01T23:00Z", sleep_stage: 2 },
]);
const picture = plot.hypnogram(stages, { tz: "Europe/Berlin" });
const png = await picture.png();
const me = await demo({ days: 2 });
console.log(String(show.table([{ who: "家族", stages: stages.height }])).includes("家族"), (await picture.svg()).startsWith("<svg"), png.length > 1000, String(me.now()));
`;

Deno.test("the library runs where its modules come over the network", async () => {
  const root = new URL("../../", import.meta.url), folder = await Deno.makeTempDir();
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const bytes = await Deno.readFile(new URL(pathname.slice(1), root));
    const type = pathname.endsWith(".json") ? "application/json" : "application/typescript";
    return new Response(bytes, { headers: { "content-type": type } });
  });
  try {
    const packages = Object.entries(deno.imports).filter(([, target]) => target.startsWith("npm:"));
    const config = { imports: Object.fromEntries(packages) };
    await Deno.writeTextFile(`${folder}/deno.json`, JSON.stringify(config));
    await Deno.writeTextFile(
      `${folder}/a.ts`,
      PROGRAM(`http://127.0.0.1:${server.addr.port}`),
    );
    const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--no-check", "--no-lock", "a.ts"],
      cwd: folder,
    }).output();
    const printed = new TextDecoder().decode(stdout);
    assertEquals(
      printed,
      "true true true 2025-03-21T11:00:00Z\n",
      new TextDecoder().decode(stderr),
    );
  } finally {
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});
