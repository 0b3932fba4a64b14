/** A whole answer of the service: its body is read to the end. */
export interface Answer {
  /** The HTTP status. */
  readonly status: number;
  /** The headers. */
  readonly headers: Headers;
  /** The body, decoded by its `Content-Encoding`. */
  readonly bytes: Uint8Array;
  /** How often it was asked for, for the end of a message. @default once: nothing is said */
  readonly tried?: string | undefined;
}
