import { assertEquals } from "@std/assert";
import { CellOutputs } from "../../../src/notebook/kernel/cellOutputs.ts";
import type { NotebookOutput } from "../../../src/notebook/format/nbformat.ts";

type Step = [type: string, content: Record<string, unknown>];

function add(outputs: CellOutputs, ...steps: Step[]): NotebookOutput[] {
  for (const [type, content] of steps) outputs.add({ type, content });
  return outputs.toOutputs();
}

function gather(...steps: Step[]): NotebookOutput[] {
  return add(new CellOutputs(new Map()), ...steps);
}

const print = (text: string, name = "stdout"): Step => ["stream", { name, text }];

const show = (text: string, id?: string): Step => [
  "display_data",
  {
    data: { "text/plain": text },
    metadata: {},
    transient: id === undefined ? null : { display_id: id },
  },
];

const shown = (text: string) => ({
  data: { "text/plain": [text] },
  metadata: {},
  output_type: "display_data",
});

Deno.test("CellOutputs joins consecutive prints on one stream, and keeps the order", () => {
  const steps = [print("a\n"), print("b\n"), print("e", "stderr"), print("c"), print("\nd")];
  assertEquals(gather(...steps), [
    { name: "stdout", output_type: "stream", text: ["a\n", "b\n"] },
    { name: "stderr", output_type: "stream", text: ["e"] },
    { name: "stdout", output_type: "stream", text: ["c\n", "d"] },
  ]);
});

Deno.test("CellOutputs writes texts line by line, JSON and images unchanged, types sorted", () => {
  const data = {
    "text/plain": "a\nb",
    "text/html": "<b>\n</b>",
    "application/json": { z: "1\n2" },
    "image/png": "AAAA\n",
    "image/svg+xml": "<svg>\n</svg>",
  };
  const content = { data, metadata: { m: 1 }, execution_count: 7, transient: {} };
  const [output] = gather(["execute_result", content]);
  assertEquals(output, {
    data: {
      "application/json": { z: "1\n2" },
      "image/png": "AAAA\n",
      "image/svg+xml": ["<svg>\n", "</svg>"],
      "text/html": ["<b>\n", "</b>"],
      "text/plain": ["a\n", "b"],
    },
    execution_count: 7,
    metadata: { m: 1 },
    output_type: "execute_result",
  });
  assertEquals(JSON.stringify(output).match(/"\w+\/[^"]+"/g), [
    '"application/json"',
    '"image/png"',
    '"image/svg+xml"',
    '"text/html"',
    '"text/plain"',
  ]);
});

Deno.test("CellOutputs updates every display with an id, whichever cell showed it", () => {
  const displays = new Map();
  const [first, second] = [new CellOutputs(displays), new CellOutputs(displays)];
  add(first, show("old", "d"), show("other", "e"), show("no id"));
  add(second, show("new", "d"));
  const update = show("newest", "d")[1];
  add(second, ["update_display_data", update], ["update_display_data", show("x", "unknown")[1]]);
  assertEquals(first.toOutputs() as unknown, [shown("newest"), shown("other"), shown("no id")]);
  assertEquals(second.toOutputs() as unknown, [shown("newest")]);
});

Deno.test("CellOutputs clears immediately, or when the next output arrives", () => {
  assertEquals(gather(print("a"), ["clear_output", { wait: false }]), []);
  assertEquals(gather(print("a"), ["clear_output", { wait: true }]).length, 1);
  const steps: Step[] = [print("a"), ["clear_output", { wait: true }], print("b"), print("c")];
  assertEquals(gather(...steps), [{ name: "stdout", output_type: "stream", text: ["bc"] }]);
});

Deno.test("CellOutputs reports the last error and the kinds of outputs, and ignores other messages", () => {
  const outputs = new CellOutputs(new Map());
  assertEquals(outputs.error, null);
  const error = { ename: "TypeError", evalue: "boo", traceback: ["TypeError: boo", "  at x"] };
  add(outputs, ["execute_input", { code: "1" }], print("a"), ["error", error], ["comm_open", {}]);
  assertEquals(outputs.error, { ...error, output_type: "error" });
  const later = { ename: "TimeoutError", evalue: "too long", traceback: [] };
  outputs.addError(later);
  assertEquals(outputs.error, { ...later, output_type: "error" });
  assertEquals(outputs.kinds, ["stream", "error", "error"]);
});
