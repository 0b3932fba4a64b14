import { assert, assertEquals, assertThrows } from "@std/assert";
import { show } from "@lifeframe/lifeframe";
import { DOMParser } from "linkedom";

const { date, number, choice, text } = show.input;
const twice = (value: unknown): string => `drawn of ${value}`;

Deno.test("an input shows its label, its value and its result without a kernel or script", async () => {
  const inputs = [
    [date("Day", twice, { value: "2025-03-01" }), "Day", "2025-03-01"],
    [number("Limit", twice, { min: 3 }), "Limit", "3"],
    [choice("Source <all>", ["Watch", "Ring"], twice), "Source <all>", "Watch"],
    [text("Note", twice, { value: "a & b" }), "Note", "a & b"],
  ] as const;
  for (const [input, label, value] of inputs) {
    const document = new DOMParser().parseFromString(
      `<body>${await input.html()}</body>`,
      "text/html",
    );
    for (const script of document.querySelectorAll("script")) script.remove();
    assertEquals(document.querySelector(".lifeframe-input")!.textContent, `${label} ${value}`);
    assertEquals(document.querySelector("pre")!.textContent, `drawn of ${value}`);
    assertEquals(String(input), `${label}: ${value}`);
  }
});

Deno.test("the value of a number is a number", async () => {
  const seen: unknown[] = [];
  await number("Limit", (value) => seen.push(value), { value: 7.5, step: 0.5 }).html();
  assertEquals(seen, [7.5]);
});

Deno.test("a date starts with today", () => {
  const today = Temporal.Now.plainDateISO();
  const [, shown] = String(date("Day", twice)).split(": ");
  assert(today.until(shown!).days <= 1); // midnight may have passed
});

Deno.test("an input reports which argument is wrong", () => {
  const cases: [() => unknown, string][] = [
    [
      () => date("Day", twice, { value: "1 March" }),
      'value is the text "1 March", expected a date such as',
    ],
    [() => date("Day", "x" as never), "Pass a label and a function that returns what to draw"],
    [() => number(1 as never, twice), "Cannot show an input of a number: got the number 1"],
    [() => choice("Source", ["Watch"], twice, { value: "Ring" }), '"Ring" is not one of Watch'],
    [() => text("Note", twice, { valeu: "" } as never), 'did you mean "value"?'],
  ];
  for (const [call, message] of cases) assertThrows(call, Error, message);
});
