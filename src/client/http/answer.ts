/** A complete response of the service, with its whole body. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  readonly headers: Headers;
  /** Body, decoded by its `Content-Encoding`. */
  readonly bytes: Uint8Array;
  /**
   * Suffix for messages that says how often the request was sent. @default none, if it was sent
   * once
   */
  readonly tried?: string | undefined;
}
