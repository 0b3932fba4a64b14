/** A cell of the stress notebook, and the outputs it must give, each as `kind: text`. */
export interface StressCell {
  readonly code: string;
  readonly outputs: readonly string[];
}

const LINES = 400;
const BIG = 400_000;
const HUGE = 6_000_000;

/** Ten cells that publish every kind of output, small and large, just before they end. */
export const STRESS_CELLS: readonly StressCell[] = [
  { code: `const a: number = 1; console.log("one"); a`, outputs: ["stdout: one\n", "result: 1"] },
  {
    code:
      `({ [Symbol.for("Jupyter.display")]: () => ({ "text/html": "<b>two</b>", "text/plain": "two" }) })`,
    outputs: ["result: <b>two</b>"],
  },
  {
    code: `for (let i = 0; i < ${LINES}; i++) console.log("line", i);`,
    outputs: [`stdout: ${Array.from({ length: LINES }, (_, i) => `line ${i}\n`).join("")}`],
  },
  {
    code: `console.log("out"); console.error("err"); console.log("out again"); "four"`,
    outputs: ["stdout: out\n", "stderr: err\n", "stdout: out again\n", 'result: "four"'],
  },
  {
    code:
      `for (let i = 0; i < 20; i++) await Deno.jupyter.display(Deno.jupyter.html\`<i>\${i}</i>\`);`,
    outputs: Array.from({ length: 20 }, (_, i) => `display: <i>${i}</i>`),
  },
  {
    code: `await new Promise((resolve) => setTimeout(resolve, 20));
console.log("waited");
({ [Symbol.for("Jupyter.display")]: async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  return { "text/html": "<b>six</b>" };
} })`,
    outputs: ["stdout: waited\n", "result: <b>six</b>"],
  },
  {
    code: `({ [Symbol.for("Jupyter.display")]: () => ({ "text/html": "b".repeat(${BIG}) }) })`,
    outputs: [`result: ${"b".repeat(BIG)}`],
  },
  {
    code: `console.error("before"); Deno.jupyter.display(Deno.jupyter.html\`not awaited\`); 8`,
    outputs: ["stderr: before\n", "display: not awaited", "result: 8"],
  },
  {
    code: `Deno.jupyter.html\`\${"h".repeat(${HUGE})}\``,
    outputs: [`result: ${"h".repeat(HUGE)}`],
  },
  { code: `console.log("last"); a + 9`, outputs: ["stdout: last\n", "result: 10"] },
];
