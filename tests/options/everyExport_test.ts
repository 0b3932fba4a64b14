import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as lifeframe from "@lifeframe/lifeframe";
import { EXPERIMENT } from "./experiment.ts";
import { ME, me } from "./me.ts";
import { PLACES } from "./places.ts";
import { PLOT } from "./plot.ts";
import { type NotCalled, type PublicCall, WRONG_INPUTS, type WrongInput } from "./publicCall.ts";
import { RANGE } from "./range.ts";
import { READ } from "./read.ts";
import { ROOT } from "./root.ts";
import { SERIES } from "./series.ts";
import { SHOW } from "./show.ts";
import { SLEEP } from "./sleep.ts";

/** Namespaces by name, with their functions and a valid call of each. */
const NAMESPACES: readonly [
  string,
  Readonly<Record<string, unknown>>,
  Readonly<Record<string, PublicCall | NotCalled>>,
][] = [
  ["lifeframe", functionsOf(lifeframe), ROOT],
  ["experiment", lifeframe.experiment, EXPERIMENT],
  ["me", questionsOf(me), ME],
  ["places", lifeframe.places, PLACES],
  ["plot", lifeframe.plot, PLOT],
  ["range", lifeframe.range, RANGE],
  ["read", lifeframe.read, READ],
  ["series", lifeframe.series, SERIES],
  ["show", lifeframe.show, SHOW],
  ["sleep", lifeframe.sleep, SLEEP],
];

for (const [namespace, exports, calls] of NAMESPACES) {
  Deno.test(`${namespace}: every export has a row of valid arguments`, () => {
    assertEquals(Object.keys(calls).toSorted(), Object.keys(exports).toSorted());
  });

  for (const [name, call] of Object.entries(calls)) {
    if ("notCalled" in call) continue;
    const run = exports[name] as (...args: readonly unknown[]) => unknown;

    for (const path of call.options === undefined ? [] : ["", ...call.nested ?? []]) {
      const where = path === "" ? "an option" : `an option of ${path}`;
      Deno.test(`${namespace}.${name} rejects ${where} that does not exist`, async () => {
        const args = await call.args();
        assertEquals(await refusal(run, args), undefined, "the valid arguments are refused");
        const options = at(args[call.options!] as object, path);
        const unknown = await refusal(run, replaced(args, call.options!, path, { zzyzx: 1 }));
        assertRefused(unknown, TypeError);
        assertStringIncludes(unknown!.message, 'unknown option "zzyzx"');
        for (const option of Object.keys(options)) {
          const misspelt = `${option}_q`;
          const refused = await refusal(
            run,
            replaced(args, call.options!, path, { [misspelt]: 1 }),
          );
          assertRefused(refused, TypeError);
          assertStringIncludes(refused!.message, `"${misspelt}"`);
          assertStringIncludes(refused!.message, `did you mean "${option}"?`);
        }
      });
    }

    if (call.options !== undefined) {
      Deno.test(`${namespace}.${name} rejects values that no option can have`, async () => {
        const args = await call.args();
        const unknown = await refusal(run, replaced(args, call.options!, "", { zzyzx: 1 }));
        const [, list = ""] = /; available: (.*)$/.exec(unknown!.message) ?? [];
        for (const option of list.match(/\w+/g) ?? []) {
          for (const value of [null, 3n]) {
            if (option === "fill" && value === null) continue; // a gap
            const given = replaced(args, call.options!, "", { [option]: value });
            const refused = await refusal(run, given);
            assertRefused(refused, TypeError);
            assertStringIncludes(refused!.message, option);
          }
        }
      });
    }

    Deno.test(`${namespace}.${name} reports which argument is invalid`, async (test) => {
      for (const [input, args] of Object.entries(WRONG_INPUTS)) {
        if (call.takes?.[input as WrongInput] !== undefined) continue;
        await test.step(input, async () => {
          const refused = await refusal(run, args());
          assert(refused instanceof TypeError || refused instanceof RangeError, text(refused));
          assertRefused(refused, Error);
        });
      }
    });
  }
}

/**
 * Returns the functions and classes of a module, without its namespaces, which are functions with
 * members.
 */
function functionsOf(module: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(module).filter(([, value]) =>
      typeof value === "function" && Object.keys(value).length === 0
    ),
  );
}

/** Returns the methods of a client except its nouns, clock and user id. */
function questionsOf(
  { now: _now, userid: _userid, ...client }: lifeframe.Me,
): Record<string, unknown> {
  return functionsOf(client);
}

/** Returns the error that a call throws or rejects with; `undefined` if it succeeds. */
async function refusal(
  run: (...args: readonly unknown[]) => unknown,
  args: readonly unknown[],
): Promise<Error | undefined> {
  try {
    const result = await run(...args);
    const dispose = (result as Partial<AsyncDisposable> | undefined)?.[Symbol.asyncDispose];
    await dispose?.call(result as AsyncDisposable);
    return undefined;
  } catch (error) {
    assert(error instanceof Error, `what was thrown is no Error: ${error}`);
    return error;
  }
}

/** Asserts that an error starts with the failed action and is not the engine's. */
function assertRefused(error: Error | undefined, kind: new () => Error): void {
  assert(error instanceof kind, text(error));
  assert(/^Cannot [a-z]/.test(error.message), error.message);
  assert(
    !/properties of|destructure|is not a function|not iterable|\(reading|of undefined|convert undefined/
      .test(error.message),
    error.message,
  );
}

function text(error: Error | undefined): string {
  return error === undefined ? "nothing was refused" : `${error.name}: ${error.message}`;
}

/** Returns the options at a path. */
function at(options: object | undefined, path: string): object {
  const below = path === ""
    ? options
    : (options as Record<string, object | undefined> | undefined)?.[path];
  return below ?? {};
}

/** Returns the arguments with additional options at a path. */
function replaced(
  args: readonly unknown[],
  index: number,
  path: string,
  more: object,
): readonly unknown[] {
  const options = (args[index] ?? {}) as Record<string, unknown>;
  const changed = path === ""
    ? { ...options, ...more }
    : { ...options, [path]: { ...at(options, path), ...more } };
  const filled = Array.from({ length: Math.max(args.length, index + 1) }, (_, i) => args[i]);
  return filled.with(index, changed);
}
