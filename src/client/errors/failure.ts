/** Failure of one attempt, before it is known whether another follows. */
export class Failure extends Error {
  readonly kind: "network" | "timeout" | "body";
  /** `true` if another attempt may succeed. */
  readonly passing: boolean;
  /** Status of the response if its body failed. */
  readonly status: number | undefined;

  constructor(
    kind: "network" | "timeout" | "body",
    reason: string,
    options: { cause?: unknown; passing?: boolean; status?: number } = {},
  ) {
    super(reason, { cause: options.cause });
    this.kind = kind;
    this.passing = options.passing ?? true;
    this.status = options.status;
  }
}
