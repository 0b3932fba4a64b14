import process from "node:process";
import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Progress, startProgress } from "../../src/progress/progress.ts";
import { connect, read } from "@lifeframe/lifeframe";
import { progressBar } from "../../src/progress/progressBar.ts";
import {
  notebookScreen,
  type ProgressScreen,
  terminalScreen,
} from "../../src/progress/progressScreens.ts";
import { fakeClock } from "../helpers/fakeClock.ts";
import { progressText } from "../../src/progress/progressText.ts";

const PROGRESS: Progress = {
  action: "read metric_samples",
  task: 7,
  done: 3,
  total: 10,
  unit: "pieces",
  ended: false,
};

function recorded(): { screen: ProgressScreen; shown: string[] } {
  const shown: string[] = [];
  return {
    shown,
    screen: {
      show: (under) => shown.push(under.map(({ action, done }) => `${action} ${done}`).join(", ")),
      end: ({ action, done }) => shown.push(`end ${action} ${done}`),
    },
  };
}

Deno.test("progressBar() does not show short tasks", () => {
  using clock = fakeClock();
  const { screen, shown } = recorded();
  const { report, end } = startProgress(progressBar({ screen, after: 60 }), {
    action: "a",
    unit: "steps",
  });
  report(1, 2);
  end();
  clock.tick(90);
  assertEquals(shown, []);
});

Deno.test("progressBar() shows a long task until it ends, even without reports", () => {
  using clock = fakeClock();
  const { screen, shown } = recorded();
  const { report, end } = startProgress(progressBar({ screen, after: 20 }), {
    action: "a",
    unit: "steps",
  });
  report(1, 2);
  clock.tick(19);
  assertEquals(shown, []);
  clock.tick(1);
  assertEquals(shown, ["a 1"]);
  report(2, 2);
  end();
  assertEquals(shown, ["a 1", "end a 2", ""]);
  report(3, 3);
  assertEquals(shown.length, 3);
});

Deno.test("progressBar() shows simultaneous tasks, and redraws at most ten times per second", () => {
  using clock = fakeClock();
  const { screen, shown } = recorded();
  const onProgress = progressBar({ screen, after: 0 });
  const a = startProgress(onProgress, { action: "a", unit: "steps" });
  const b = startProgress(onProgress, { action: "b", unit: "steps" });
  clock.tick(100);
  const before = shown.length;
  for (let i = 0; i < 1000; i++) {
    clock.tick(1);
    b.report(i, 1000);
  }
  assertEquals(shown.length - before, 10);
  assertEquals(shown.at(-1), "a 0, b 999");
  a.end();
  b.end();
  assertEquals(shown.slice(-2), ["end b 999", ""]);
});

Deno.test("progressBar() prints nothing if stderr is piped", async () => {
  for (const options of [{ after: 0, screen: undefined }, { after: 0 }]) {
    const written = await pretendingStderr(false, () => {
      const onProgress = progressBar(options);
      onProgress(PROGRESS);
      onProgress({ ...PROGRESS, done: 10, ended: true });
    });
    assertEquals(written, "");
  }
});

Deno.test("progressBar() writes to stderr if it is a terminal", async () => {
  const written = await pretendingStderr(true, () => {
    const onProgress = progressBar({ after: 0 });
    onProgress(PROGRESS);
    onProgress({ ...PROGRESS, done: 10, ended: true });
  });
  assert(written.includes("read metric_samples"), JSON.stringify(written));
  assert(written.endsWith("\r\x1b[2K"), "the line is gone in the end");
});

/** Returns the output of a function to stderr, which is optionally a terminal of 80 columns. */
async function pretendingStderr(
  isTerminal: boolean,
  run: () => void | Promise<unknown>,
): Promise<string> {
  let written = "";
  const { stderr } = process;
  const members = {
    isTTY: isTerminal,
    columns: 80,
    write: (text: string) => (written += text, true),
  };
  const before = Object.keys(members)
    .map((name) => [name, Object.getOwnPropertyDescriptor(stderr, name)] as const);
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(stderr, name, { value, configurable: true, writable: true });
  }
  try {
    await run();
  } finally {
    for (const [name, descriptor] of before) {
      Reflect.deleteProperty(stderr, name);
      if (descriptor !== undefined) Object.defineProperty(stderr, name, descriptor);
    }
  }
  return written;
}

Deno.test("a terminal's bar is one line, cut to the terminal's width, and removed at the end", () => {
  let written = "";
  const screen = terminalScreen({ write: (text) => written += text, columns: () => 40 });
  screen.show([{ ...PROGRESS, elapsed: 4200 }, { ...PROGRESS, task: 8, elapsed: 10 }]);
  assertEquals(written, "\r\x1b[2Kread metric_samples ██████░░░░░░░░░░░░…");
  screen.end({ ...PROGRESS, ended: true, elapsed: 5000 });
  assert(written.endsWith("\r\x1b[2K"));
  assert(!written.includes("\n"));
});

Deno.test("a terminal's bar is complete if it just fits before the last column", () => {
  const line = "read metric_samples ██████░░░░░░░░░░░░░░ 3 of 10 pieces, 4 s";
  const widths = [[61, line], [60, `${line.slice(0, -2)}…`], [2, "…"], [1, "…"]] as const;
  for (const [columns, shown] of widths) {
    let written = "";
    terminalScreen({ write: (text) => written += text, columns: () => columns })
      .show([{ ...PROGRESS, elapsed: 4200 }]);
    assertEquals(written, `\r\x1b[2K${shown}`);
  }
});

Deno.test("progressText() formats amounts in their units", () => {
  const text = (over: Partial<Progress>) => progressText({ ...PROGRESS, ...over, elapsed: 4200 });
  assertEquals(text({}), "read metric_samples ██████░░░░░░░░░░░░░░ 3 of 10 pieces, 4 s");
  assertMatch(text({ unit: "bytes", done: 3.25e6, total: 1e7 }), / 3\.3 of 10 MB, 4 s$/);
  assertMatch(text({ unit: "records", done: 12_000, total: 30_000 }), / 12,000 of 30,000 records,/);
  assertEquals(
    text({ unit: "bytes", done: 900, total: undefined }),
    "read metric_samples 900 bytes, 4 s",
  );
  assertEquals(text({ done: 0, total: undefined }), "read metric_samples 4 s");
  const bytes = (done: number) => text({ unit: "bytes", done, total: undefined });
  assertEquals(
    [2300, 999, 1000, 3.25e6, 7e9].map((done) => bytes(done).split(" ").slice(2, 4).join(" ")),
    ["2.3 kB,", "999 bytes,", "1 kB,", "3.3 MB,", "7 GB,"],
  );
});

Deno.test("a notebook's bar is one updated display, and escapes text from outside", async () => {
  const sent: { type: string; html: string; id: string }[] = [];
  const screen = notebookScreen((type, content) => {
    const { data, transient } = content as {
      data: Record<string, string>;
      transient: { display_id: string };
    };
    sent.push({ type, html: data["text/html"]!, id: transient.display_id });
    return Promise.resolve();
  });
  const action = "upload /<script>alert(1)</script>";
  screen.show([{ ...PROGRESS, action, elapsed: 1000 }]);
  screen.end({ ...PROGRESS, action, done: 10, ended: true, elapsed: 3000 });
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(sent.map(({ type }) => type), ["display_data", "update_display_data"]);
  assertEquals(new Set(sent.map(({ id }) => id)).size, 1);
  assert(sent[0]!.html.includes('value="0.300"') && sent[1]!.html.includes('value="1.000"'));
  assert(sent.every(({ html }) => html.includes("&lt;script&gt;") && !html.includes("<script")));
});

Deno.test("a task without onProgress shows the bar, and a task with it does not", async () => {
  using clock = fakeClock();
  const told: Progress[] = [];
  const onProgress = (progress: Progress): void => void told.push(progress);
  const work = async (options: { onProgress?: (progress: Progress) => void }): Promise<unknown> => {
    const me = connect({
      ...options,
      baseUrl: "http://localhost",
      token: "a-token",
      fetch: () => (clock.tick(1100), Promise.resolve(Response.json([]))),
    });
    async function* slowly(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
      clock.tick(1100);
      yield new TextEncoder().encode("<HealthData></HealthData>");
    }
    return await Promise.all([
      me.api.metrics.catalog(),
      read.appleHealth(ReadableStream.from(slowly()), options),
    ]);
  };
  const written = await pretendingStderr(true, () => work({}));
  assertMatch(written, /read .*(?:metrics|export)/i);
  assertEquals(await pretendingStderr(true, () => work({ onProgress })), "");
  assertEquals(told.filter(({ ended }) => ended).length, 2);
});
