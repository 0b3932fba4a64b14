import type { Pause } from "../../options/pause.ts";
import { slices } from "../zip/fileSource.ts";

/** Yields the bytes of a file in small chunks, with pauses between them. */
export async function* pausing<T extends Uint8Array>(
  pieces: AsyncIterable<T>,
  pause: Pause,
): AsyncGenerator<T> {
  for await (const piece of slices(pieces)) {
    yield piece;
    await pause();
  }
}
