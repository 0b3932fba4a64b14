// Encodes columns in its own thread, and returns the bytes.
import { answerInThread } from "../../options/thread.ts";
import type { EncodeRequest } from "./encodeFrame.ts";
import { encodeInSlices } from "./encodeInSlices.ts";

answerInThread<EncodeRequest, Uint8Array<ArrayBuffer>[]>(async ({ columns, output }) => {
  const pieces = await encodeInSlices(columns, output);
  const result = pieces.map((piece) =>
    piece.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength
      ? piece as Uint8Array<ArrayBuffer>
      : new Uint8Array(piece)
  );
  return { result, transfer: result.map((piece) => piece.buffer) };
});
