import { describeValue } from "../../options/describeValue.ts";
import type { Step } from "../query.ts";
import type { Modules, OwnVerb } from "./runSteps.ts";

/**
 * Loads the modules of steps.
 *
 * @throws {TypeError} if a module cannot be loaded, or its default export is not a function
 */
export async function loadModules(steps: readonly Step[]): Promise<Modules> {
  const modules = new Map<string, OwnVerb>();
  for (const step of steps) {
    if (step.kind !== "module" || modules.has(step.module)) continue;
    const run = (await load(step.module)).default;
    if (typeof run !== "function") {
      throw new TypeError(
        `Cannot run ${step.module} per person: its default export is ${
          describeValue(run)
        }, not a function`,
      );
    }
    modules.set(step.module, run as OwnVerb);
  }
  return modules;
}

async function load(module: string): Promise<{ default?: unknown }> {
  try {
    return await import(module);
  } catch (cause) {
    throw new TypeError(
      `Cannot run ${module} per person: it cannot be loaded: ${(cause as Error).message}`,
      { cause },
    );
  }
}
