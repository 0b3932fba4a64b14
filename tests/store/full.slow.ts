import { assert, assertEquals, assertMatch, assertThrows } from "@std/assert";
import { fileURLToPath } from "node:url";
import { testWithDisk } from "../helpers/testWithDisk.ts";
import { openStore } from "../../src/store/openStore.ts";

const SERVE = fileURLToPath(new URL("../../src/cli/serve.ts", import.meta.url));

/** Runs the serving command on a small disk, with a script inside its mount namespace. */
async function onDisk(options: string, script: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr } = await new Deno.Command("unshare", {
      args: ["-rm", "sh", "-c", `mount -t tmpfs -o ${options} tmpfs ${folder} && ${script}`],
      env: { FOLDER: folder, DENO: Deno.execPath(), SERVE },
    }).output();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const START = '"$DENO" run --no-check -A "$SERVE" --port 0 --data "$FOLDER" --json --quiet';

testWithDisk(
  "a full disk answers 507 with the folder, and keeps all acknowledged records",
  async () => {
    const client = `
    const line = (await new Response(Deno.stdin.readable.pipeThrough(new TransformStream({
      transform(chunk, c) { c.enqueue(chunk); c.terminate(); } }))).text()).split("\\n")[0];
    const { url, token, userid } = JSON.parse(line);
    const headers = { authorization: "Bearer " + token };
    let kept = 0, status = 201, text = "";
    for (let batch = 0; status === 201 && batch < 400; batch++) {
      const lines = Array.from({ length: 1000 }, (_, i) => JSON.stringify({
        start_time: new Date(Date.UTC(2025, 0, 1) + (batch * 1000 + i) * 1000), value: 1 }));
      const response = await fetch(url + "/ingest/v1/record/HeartRate", { method: "POST",
        headers: { ...headers, "content-type": "application/x-jsonl" }, body: lines.join("\\n") });
      status = response.status; text = await response.text();
      if (status === 201) kept += 1000;
    }
    const range = "start_time=2025-01-01T00:00Z&end_time=2026-01-01T00:00Z";
    const read = await fetch(url + "/data/v0/" + userid + "/metric_samples?metric=HeartRate&" + range, { headers });
    const rows = (await read.json()).length;
    console.log(JSON.stringify({ kept, status, text, rows }));
  `;
    const file = await Deno.makeTempFile({ suffix: ".mjs" });
    await Deno.writeTextFile(file, client);
    const text = await onDisk(
      "size=6m",
      `mkfifo /dev/shm/line.$$ && (${START} > /dev/shm/line.$$ & echo $! > /dev/shm/pid.$$; ` +
        `"$DENO" run -A ${file} < /dev/shm/line.$$; kill $(cat /dev/shm/pid.$$); wait); ` +
        `rm -f /dev/shm/line.$$ /dev/shm/pid.$$`,
    );
    await Deno.remove(file);
    const found = JSON.parse(/\{.*\}/.exec(text)![0]);
    assertEquals(found.status, 507, text);
    assertMatch(found.text, /no space is left in \/.*\. Nothing was stored/);
    assert(found.kept > 0, text);
    assertEquals(found.rows, found.kept);
  },
);

testWithDisk(
  "a start without disk space or in a read-only folder reports the reason and the folder",
  async () => {
    const full = await onDisk("size=64k", START);
    assertMatch(full, /Cannot serve: .*(?:no space is left in|No space left)/i);
    assert(!full.includes("cannot rollback"), full);
    assertMatch(full, /\/tmp\//, "it does not say where");
    const again = await onDisk("size=16k", `${START}; ${START}`);
    assert(!again.includes("shorter than 32"), "half of a signing key was left");
    const readOnly = await onDisk("size=1m,ro", START);
    assertMatch(readOnly, /Cannot serve: .*\/tmp\/[^ ]*.*[Rr]ead-only/);
  },
);

Deno.test("an error about a path that cannot be opened contains the path", () => {
  const path = "/nowhere/at/all.sqlite";
  assertThrows(() => openStore({ path }), Error, path);
});
