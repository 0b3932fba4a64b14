/** Error from Spark, with its own message and class. */
export class SparkError extends Error {
  /** Name of this error class. */
  override readonly name = "SparkError";
  /** Spark's error class, such as `TABLE_OR_VIEW_NOT_FOUND`; `undefined` if Spark gives none. */
  readonly errorClass: string | undefined;
  /** SQLSTATE, such as `42P01`; `undefined` if Spark gives none. */
  readonly sqlState: string | undefined;
  /** Status of the call, such as `INTERNAL` or `UNAUTHENTICATED`. */
  readonly status: string;

  /** Creates an error from Spark's answer. */
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
