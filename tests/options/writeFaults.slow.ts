import { assert, assertEquals, assertMatch } from "@std/assert";
import { fileURLToPath } from "node:url";
import { testWithDisk } from "../helpers/testWithDisk.ts";

const JOBS = fileURLToPath(new URL("writeJobs.ts", import.meta.url));
const SCRIPT = `
  mkdir -p "$FOLDER/base" "$FOLDER/full" "$FOLDER/read-only" &&
  mount -t tmpfs -o size=16k tmpfs "$FOLDER/full" && head -c 16384 /dev/zero > "$FOLDER/full/zeros"
  mount -t tmpfs -o ro tmpfs "$FOLDER/read-only" &&
  exec "$DENO" run --quiet --no-check -A "$JOBS" "$FOLDER/base" "$FOLDER"`;

/** Outcome of a job. */
interface Tried {
  readonly job: string;
  readonly fault: "missing" | "wrong" | "long" | "readOnly" | "full";
  readonly path: string;
  readonly isFolder: boolean;
  readonly error?: string;
}

/** Reason and advice in the error of each fault. */
const REASONS: Readonly<Record<Tried["fault"], RegExp>> = {
  missing: /: its folder does not exist\. Create it first\.$/,
  wrong: /: (?:a file is where a folder should be|it is a folder)\. |already exists\. /,
  long: /: a name in the path is too long\. Choose a shorter one\.$/,
  readOnly: /: the file system is read-only\. Choose another place\.$/,
  full: /: no space is left\b/,
};

/** Jobs that succeed: one creates the folder of its file, one writes at its first call. */
const SUCCEEDS = new Set(["credentials missing", "calls full"]);

testWithDisk("a failed write names the path, the reason and a remedy", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const { stdout, stderr } = await new Deno.Command("unshare", {
      args: ["-rm", "sh", "-c", SCRIPT],
      env: { FOLDER: folder, DENO: Deno.execPath(), JOBS, NO_COLOR: "1" },
    }).output();
    const lines = new TextDecoder().decode(stdout).trim().split("\n");
    assertEquals(lines.pop(), "done", new TextDecoder().decode(stderr));
    const all = lines.map((line): Tried => JSON.parse(line));
    assertEquals(all.length % 5, 0);
    for (const { job, fault, path, isFolder, error } of all) {
      const what = `${job}, ${fault}: ${error}`;
      if ((fault === "missing" && isFolder) || SUCCEEDS.has(`${job} ${fault}`)) {
        assertEquals(error, undefined, what);
        continue;
      }
      assert(error !== undefined, what);
      assertMatch(error, /^Cannot /, what);
      assertMatch(error, REASONS[fault], what);
      assert(error.includes(path), what);
      assert(!/[\da-f]{8}-[\da-f]{4}-|os error|E[A-Z]{4,}/.test(error), what);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
