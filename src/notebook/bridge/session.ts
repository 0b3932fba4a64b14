import type { Kernel } from "../kernel/kernel.ts";
import type { Symbols } from "./symbols.ts";

/** Names and values that completion and help look up. */
export interface Session {
  readonly kernel: Kernel;
  /** Names that cells declared. */
  readonly names: ReadonlySet<string>;
  readonly symbols: Symbols;
}
