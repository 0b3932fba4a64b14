import { assert, assertEquals, assertRejects } from "@std/assert";
import { Kernel } from "../../../src/notebook/kernel/kernel.ts";
import { KernelError } from "../../../src/notebook/kernel/kernelError.ts";
import { startKernelProcess } from "../../../src/notebook/kernel/kernelProcess.ts";
import { syntaxReason } from "../../../src/notebook/kernel/syntaxReason.ts";
import { ZmtpSocket } from "../../../src/notebook/zmtp/zmtpSocket.ts";
import { withProgram } from "../withProgram.ts";

Deno.test.sanitizer({ ops: true, resources: true });

Deno.test("Kernel.start() returns a kernel whose first published message arrives", async () => {
  await using kernel = await Kernel.start();
  const types: string[] = [];
  const idle = Promise.withResolvers<void>();
  const content = { code: "1", silent: false, store_history: true, allow_stdin: false };
  const { id, reply } = kernel.request("shell", "execute_request", content);
  kernel.onMessage = (message) => {
    if (message.parentId !== id) return;
    types.push(message.content.execution_state as string ?? message.type);
    if (message.content.execution_state === "idle") idle.resolve();
  };
  assertEquals((await reply).content.status, "ok");
  await idle.promise;
  assertEquals(types.slice(0, 2), ["busy", "execute_input"]);
});

Deno.test("Kernel.start() tries other ports if one of them is taken", async () => {
  await withProgram(
    `[ -e "$0.tried" ] && exec "${Deno.execPath()}" "$@"
     touch "$0.tried"
     echo "error: Uncaught (in promise) AddrInUse: Address already in use" >&2
     exit 1`,
    async (deno) => {
      await using kernel = await Kernel.start({ deno });
      assertEquals(
        (await kernel.request("control", "kernel_info_request", {}).reply).type,
        "kernel_info_reply",
      );
    },
  );
});

Deno.test("Kernel.start() reports the output of a kernel that exited, and a missing program", async () => {
  await withProgram("echo 'no such command: jupyter' >&2; exit 7", async (deno) => {
    const error = await assertRejects(() => Kernel.start({ deno }), KernelError);
    assert(error.message.includes("ended with exit code 7; it wrote: no such command: jupyter"));
  });
  const missing = () => Kernel.start({ deno: "/nowhere/deno" });
  await assertRejects(
    missing,
    KernelError,
    "Cannot start the kernel: Failed to spawn '/nowhere/deno'",
  );
});

Deno.test("Kernel.start() gives up on a program that never listens", async () => {
  await withProgram("exec sleep 60", async (deno) => {
    const start = () => Kernel.start({ deno, startTimeout: 200 });
    await assertRejects(start, KernelError, "did not answer within 200 ms");
  });
});

Deno.test("startKernelProcess() makes the key readable for its user only", async () => {
  await withProgram('stat -c "%a %a" "$4" "$(dirname "$4")" >&2', async (deno) => {
    const kernel = await startKernelProcess({ deno });
    await kernel.ended;
    await kernel.removeFile();
    assertEquals(kernel.complaint().split(/\s/), ["600", "600", "700", "700"]);
  });
});

Deno.test("ZmtpSocket.connect() rejects a port with another protocol, and obeys its signal", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const { signal } = new AbortController();
  const connecting = ZmtpSocket.connect({ port, type: "SUB", signal });
  const foreign = await listener.accept();
  await foreign.write(new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n".repeat(3)));
  await assertRejects(() => connecting, Error, "does not speak ZMTP 3");
  foreign.close();

  const controller = new AbortController();
  const silent = ZmtpSocket.connect({ port, type: "SUB", signal: controller.signal });
  const mute = await listener.accept();
  controller.abort(new Error("enough"));
  await assertRejects(() => silent, Error, "enough");
  mute.close();
  listener.close();
});

Deno.test("syntaxReason() returns null for code that can be parsed, and runs nothing", async () => {
  const code = "const a: number = await 1; Deno.exit(5); a";
  assertEquals(await syntaxReason(code, Deno.execPath()), null);
  const reason = await syntaxReason("const b = (1;", Deno.execPath());
  assert(reason?.includes("1 | const b = (1;"));
});
