import { pathToFileURL } from "node:url";
import { assertEquals, assertRejects } from "@std/assert";
import { tableFromArrays, tableToIPC } from "apache-arrow";
import { arrow } from "../../src/read/arrow.ts";

const BYTES = tableToIPC(tableFromArrays({ value: Float64Array.of(1, 2.5) }), "file");

Deno.test("arrow() reads a path, a URL, bytes, a Blob and a stream alike", async () => {
  const path = await Deno.makeTempFile({ suffix: ".arrow" });
  try {
    await Deno.writeFile(path, BYTES);
    const blob = new Blob([await Deno.readFile(path)]);
    for (const source of [path, pathToFileURL(path), BYTES, blob, blob.stream()]) {
      assertEquals((await arrow(source)).getColumn("value").toArray(), [1, 2.5]);
    }
  } finally {
    await Deno.remove(path);
  }
});

Deno.test("arrow() reports paths that are not a file, and files that are not Arrow", async () => {
  const fails = (source: unknown, message: string) =>
    assertRejects(() => arrow(source as string), TypeError, message);
  const kinds = "Cannot read Arrow data: expected a path, a URL, bytes, a Blob or a stream, got";
  await fails(
    "nowhere/heart.arrow",
    "Cannot read Arrow data: the file nowhere/heart.arrow does not exist",
  );
  await fails(undefined, `${kinds} missing`);
  await fails({ text: "value" }, `${kinds} an object`);
  await fails(new Blob(["time,value"]), "Cannot read Arrow data");
});
