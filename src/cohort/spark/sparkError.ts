/** What Spark could not do, in its own words and classes. */
export class SparkError extends Error {
  /** The name of this class of errors. */
  override readonly name = "SparkError";
  /** Spark's error class, such as `TABLE_OR_VIEW_NOT_FOUND`; undefined where it gives none. */
  readonly errorClass: string | undefined;
  /** The SQLSTATE, such as `42P01`; undefined where there is none. */
  readonly sqlState: string | undefined;
  /** The status of the call, such as `INTERNAL` or `UNAUTHENTICATED`. */
  readonly status: string;

  /** Says what Spark said. */
  constructor(
    message: string,
    { errorClass, sqlState, status, cause }: {
      errorClass?: string | undefined;
      sqlState?: string | undefined;
      status: string;
      cause?: unknown;
    },
  ) {
    super(message, { cause });
    this.errorClass = errorClass;
    this.sqlState = sqlState;
    this.status = status;
  }
}
