/** A whole answer of the service: its body is read to the end. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body, decoded by its `Content-Encoding`. */
  readonly bytes: Uint8Array;
}
