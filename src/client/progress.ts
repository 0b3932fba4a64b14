/** How far a call has come. */
export interface Progress {
  /** What is being done, such as `read metric_samples`. */
  readonly action: string;
  /** How much is done; of a call in pieces, the one under way counts by its part. */
  readonly done: number;
  /** How much there is; undefined where that is not known. */
  readonly total: number | undefined;
  /** What is counted. */
  readonly unit: "bytes" | "records" | "pieces";
}
