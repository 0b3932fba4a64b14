import { assert, assertEquals, assertMatch } from "@std/assert";
import { START, textOf, untilGone, withBridge } from "./withBridge.ts";

Deno.test("120 cells sent at once never mix their outputs, which all arrive before idle", () =>
  withBridge(async ({ execute, published }) => {
    const sent = Array.from({ length: 120 }, (_, i) => {
      const logs = `for (let i = 0; i < 50; i++) console.log("cell ${i} line", i);`;
      const table = `[{ cell: ${i} }]`;
      return execute(i % 4 === 0 ? `${logs} ${table}` : `console.log("cell ${i}"); ${table}`);
    });
    await Promise.all(sent.map(({ reply }) => reply));
    for (const [i, { id }] of sent.entries()) {
      const own = published.filter(({ parentId }) => parentId === id);
      const lines = i % 4 === 0
        ? Array.from({ length: 50 }, (_, line) => `cell ${i} line ${line}\n`)
        : [`cell ${i}\n`];
      const idle = own.findIndex(({ content }) => content.execution_state === "idle");
      const before = idle < 0 ? own : own.slice(0, idle); // idle of the last cell may be on its way
      const text = before.filter(({ type }) => type === "stream").map(({ content }) =>
        content.text
      );
      assertEquals(text.join(""), lines.join(""), `cell ${i}`);
      assertMatch(before.flatMap(textOf).at(-1)!, new RegExp(`cell: ${i} `), `cell ${i}`);
      if (idle >= 0) assertEquals(own.length, idle + 1, `nothing after idle of cell ${i}`);
    }
  }));

Deno.test("a late output is shown under the cell that ran last", () =>
  withBridge(async ({ run, published }) => {
    await run("setTimeout(() => console.log('late'), 50); 1");
    while (!published.some(({ content }) => content.text === "late\n")) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const [late, value] = ["stream", "execute_result"].map((type) =>
      published.find((message) => message.type === type)!.parentId
    );
    assertEquals(late, value);
  }));

Deno.test("an error that Deno's kernel does not explain is shown with the line of the cell and a caret", () =>
  withBridge(async ({ run, execute }) => {
    const cases: [code: string, shown: string][] = [
      ["const a = 1;\nconst y = ;", "2 | const y = ;\n  |           ~"],
      [
        "1;\nimport x from 'npm:lifeframe-no-such-package';",
        "2 | import x from 'npm:lifeframe-no-such-package';\n  |                ~~~~",
      ],
      [
        "import x from './nowhere.ts'",
        "1 | import x from './nowhere.ts'\n  |                ~~~~~~~~~~~~",
      ],
      [
        "import {\n  connect,\n  sleeep,\n} from '@lifeframe/lifeframe';",
        'no export "sleeep"; did you mean "sleep"?\n  |\n3 |   sleeep,\n  |   ~~~~~~',
      ],
      ["import def from '@lifeframe/lifeframe'; def", 'no export "default"'],
    ];
    for (const [code, shown] of cases) {
      const outputs = await run(code);
      assertEquals(outputs.length, 1, code);
      assert(outputs[0]!.includes(shown), outputs[0]!);
      assertEquals((await execute(code).reply).content.status, "error");
    }
    const right = "import { type Me, connect as c, Range } from '@lifeframe/lifeframe'; typeof c";
    assertEquals(await run(right), ['"function"'], "types are not reported");
    assertEquals(await run("`\nimport { nothing } from './a'`.length"), ["30"]);
    assertMatch((await run("throw new Error('mine')"))[0]!, /^error: Error: mine/);
  }));

Deno.test("an error cancels the waiting cells, and no other request", () =>
  withBridge(async ({ kernel, execute, run }) => {
    const first = execute(
      "await new Promise((done) => setTimeout(done, 100)); throw new Error('x')",
    );
    const [second, third] = [execute("globalThis.ran = true"), execute("2")];
    const info = kernel.request("shell", "kernel_info_request", {});
    const statuses = await Promise.all(
      [first, second, third, info].map(async ({ reply }) => (await reply).content.status),
    );
    assertEquals(statuses, ["error", "aborted", "aborted", "ok"]);
    assertEquals(await run("globalThis.ran"), []);
    const on = { stop_on_error: false };
    const [thrown, next] = [execute("throw 1", on), execute("3", on)];
    assertEquals((await thrown.reply).content.status, "error");
    assertEquals((await next.reply).content.status, "ok");
  }));

Deno.test("prompt() asks the user of the notebook, and fails if nobody can answer", () =>
  withBridge(async ({ kernel, run }) => {
    kernel.onQuestion = ({ content, header }) => {
      kernel.answer({
        header: { ...header, msg_id: crypto.randomUUID(), msg_type: "input_reply" },
        parent: header,
        content: { value: `Ada, asked "${content.prompt}"` },
      });
    };
    assertEquals(await run(`prompt("Name?")`, { allow_stdin: true }), [`'Ada, asked "Name?"'`]);
    kernel.onQuestion = () => assert(false, "nobody is asked");
    assertEquals(await run(`prompt("Name?") || "nobody"`, { allow_stdin: false }), ['"nobody"']);
  }));

Deno.test("the stop button interrupts the kernel once, keeps it, and cancels the waiting cells", () =>
  withBridge(async ({ kernel, execute, published, run }) => {
    await run("let stops = 0, kept = 7; Deno.addSignalListener('SIGINT', () => stops++)");
    const wait = "await new Promise((done) => setTimeout(done, 700)); 'ended'";
    const [running, waiting] = [execute(`console.log("started"); ${wait}`), execute("1")];
    while (!published.flatMap(textOf).includes("stdout: started\n")) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const stopped = await kernel.request("control", "interrupt_request", {}).reply;
    assertEquals([stopped.type, stopped.content.status], ["interrupt_reply", "ok"]);
    assertEquals((await waiting.reply).content.status, "aborted");
    assertEquals((await running.reply).content.status, "ok");
    // A terminal sends SIGINT to the whole group: this process must not pass it on.
    Deno.kill(kernel.pid, "SIGINT");
    assertEquals(await run(wait), ['"ended"']);
    assertEquals(await run("[stops, kept]"), ["[ 1, 7 ]"]);
  }));

Deno.test("%%time in the first line shows the duration of a cell", () =>
  withBridge(async ({ run }) => {
    const wait = "await new Promise((done) => setTimeout(done, 120)); 5";
    for (const line of ["// %%time", "%%time"]) {
      const [value, time] = await run(`${line}\n${wait}`);
      assertEquals(value, "5");
      const took = Number(/^stdout: Wall time: (\d+) ms\n$/.exec(time ?? "")?.[1]);
      assert(took >= 115 && took < 900, time);
    }
    assertMatch((await run("// %%time\nconst y = ;"))[0]!, /2 \| const y = ;/);
  }));

Deno.test("users are warned before memory is full, and informed after it was", () =>
  withBridge(async ({ execute, published, kernel }) => {
    const { reply } = execute(
      "const full = []; for (;;) full.push(Array.from({ length: 1e4 }, Math.random))",
    );
    const { content } = await reply;
    assertEquals(content.status, "error");
    const shown = published.flatMap(textOf);
    assertMatch(shown[0]!, /^stderr: Memory is nearly full: this kernel uses 0\.\d GB of 0\.\d GB/);
    assertMatch(shown.at(-1)!, /^error: KernelError: The kernel's memory was full \(0\.\d GB\)/);
    await kernel.ended.catch(() => {});
  }, { env: { DENO_V8_FLAGS: "--max-old-space-size=600" } }));

Deno.test("Deno's kernel answers requests that this package does not handle", () =>
  withBridge(async ({ kernel }) => {
    const ask = async (type: string, content: Record<string, unknown>) =>
      (await kernel.request("shell", type, content).reply).content;
    assertEquals((await ask("is_complete_request", { code: "const a = {" })).status, "incomplete");
    assertEquals((await ask("comm_info_request", {})).status, "ok");
    assertMatch(String((await ask("kernel_info_request", {})).implementation), /Deno/);
    const found = await ask("complete_request", { code: "Deno.jup", cursor_pos: 8 });
    assert((found.matches as string[]).includes("jupyter"));
  }));

const PID = "console.log(Deno.pid)";
const pidOf = (outputs: readonly string[]): number => Number(outputs[0]!.replace("stdout: ", ""));

Deno.test("no process remains after a shutdown, SIGTERM, SIGKILL, or when Jupyter is killed", async () => {
  let child = 0;
  await withBridge(async ({ run, kernel }) => {
    child = pidOf(await run(PID));
    const { content } = await kernel.request("control", "shutdown_request", { restart: true })
      .reply;
    assertEquals(content, { status: "ok", restart: true });
  });
  await untilGone(child);
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    await withBridge(async ({ run, kernel }) => {
      child = pidOf(await run(PID));
      Deno.kill(kernel.pid, signal);
      await untilGone(kernel.pid);
      await untilGone(child);
    });
  }
  // The shell is in the place of Jupyter: its process starts the kernel, and is killed.
  await withBridge(async ({ run, kernel, execute }) => {
    child = pidOf(await run(PID));
    const own = pidOf(await run("console.log(Deno.ppid)"));
    execute("while (true);");
    Deno.kill(kernel.pid, "SIGKILL");
    await untilGone(own);
    await untilGone(child);
  }, { start: START });
});
