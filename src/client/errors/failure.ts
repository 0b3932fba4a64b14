/** Why one try failed, told before it is known whether another follows. */
export class Failure extends Error {
  /** What kind of failure it was. */
  readonly kind: "network" | "timeout" | "body";
  /** Whether another try may end better. */
  readonly passing: boolean;
  /** The status of the answer whose body failed. */
  readonly status: number | undefined;

  /** A failure with its reason as message. */
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
