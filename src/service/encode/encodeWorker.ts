// Encodes columns in a thread of its own, and hands the bytes back.
import type { EncodeReply, EncodeRequest } from "./encodeFrame.ts";
import { encodeInSlices } from "./encodeInSlices.ts";

const scope = globalThis as unknown as Worker;

scope.onmessage = async ({ data }: MessageEvent<EncodeRequest>): Promise<void> => {
  try {
    const pieces = await encodeInSlices(data.columns, data.output);
    const own = pieces.map((piece) =>
      piece.buffer instanceof ArrayBuffer && piece.byteLength === piece.buffer.byteLength
        ? piece as Uint8Array<ArrayBuffer>
        : new Uint8Array(piece)
    );
    scope.postMessage({ pieces: own } satisfies EncodeReply, own.map((piece) => piece.buffer));
  } catch (error) {
    scope.postMessage({ error: (error as Error).message } satisfies EncodeReply);
  }
};
