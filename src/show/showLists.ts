import { notebookKernel } from "../options/runtime.ts";
import { liveOnce } from "./liveTag.ts";

/** The method by which Deno's Jupyter kernel asks a value to show itself. */
const JUPYTER_DISPLAY = Symbol.for("Jupyter.display");

interface Shown {
  [JUPYTER_DISPLAY](): Promise<Readonly<Record<string, unknown>>>;
}

/**
 * Lets a list of values that show themselves, such as pictures, show them side by side as a cell's value:
 * the kernel would write them as text. All other lists stay as they are, and outside a kernel all.
 */
export function showLists(): void {
  if (notebookKernel() === undefined || JUPYTER_DISPLAY in Array.prototype) return;
  Object.defineProperty(Array.prototype, JUPYTER_DISPLAY, {
    configurable: true,
    get(this: readonly unknown[]) {
      return isShown(this) ? () => showAll(this) : undefined;
    },
  });
}

function isShown(list: readonly unknown[]): list is readonly Shown[] {
  return Array.isArray(list) && list.length > 0 &&
    list.every((each) =>
      typeof each === "object" && each !== null && !Array.isArray(each) &&
      typeof (each as Partial<Shown>)[JUPYTER_DISPLAY] === "function"
    );
}

async function showAll(list: readonly Shown[]): Promise<Record<string, string>> {
  const bundles = await Promise.all(list.map((each) => each[JUPYTER_DISPLAY]()));
  const parts = bundles.map((bundle) => `<div>${bundle["text/html"] ?? ""}</div>`);
  return {
    "text/html": liveOnce(
      `<div style="display:flex;flex-wrap:wrap;gap:8px 24px;align-items:flex-start">${
        parts.join("")
      }</div>`,
    ),
    "text/plain": bundles.map((bundle) => String(bundle["text/plain"] ?? "")).join("\n\n"),
  };
}
