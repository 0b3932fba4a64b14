// Doubles numbers in a separate thread.
import { answerInThread } from "../../src/options/thread.ts";

answerInThread<Float64Array<ArrayBuffer>, Float64Array>(async (values) => {
  await Promise.resolve();
  if (!(values instanceof Float64Array)) throw new TypeError(`Cannot double ${values}`);
  const result = values.map((value) => 2 * value);
  return { result, transfer: [result.buffer] };
});
