import type { Kernel } from "../kernel/kernel.ts";
import type { Symbols } from "./symbols.ts";

/** What completion and help look names up in. */
export interface Session {
  readonly kernel: Kernel;
  /** Names that cells declared. */
  readonly names: ReadonlySet<string>;
  readonly symbols: Symbols;
}
