import { assertEquals } from "@std/assert";

Deno.test("a system folder is rejected in plain words, even with access to all files", async () => {
  const module = new URL("../../src/options/replaceFile.ts", import.meta.url);
  for (const path of ["/proc/page.html", "/dev/a/page.html"]) {
    const script = `import { replaceFile } from "${module}";
await replaceFile("save", "${path}", "new").catch(({ message }) => console.log(message));`;
    const { stdout } = await new Deno.Command(Deno.execPath(), {
      args: [
        ...["run", "--no-prompt", "--no-check", "--allow-read", "--allow-write"],
        `data:text/typescript,${encodeURIComponent(script)}`,
      ],
    }).output();
    assertEquals(
      new TextDecoder().decode(stdout),
      `Cannot save as ${path}: it is in a folder of the system, which Deno protects. ` +
        "Choose another place.\n",
    );
  }
});
