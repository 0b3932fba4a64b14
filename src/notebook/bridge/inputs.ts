import { evaluate } from "../kernel/evaluate.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { KernelMessage, MessagePart } from "../kernel/kernelMessage.ts";
import type { Front } from "./front.ts";

/** MIME type of an output that has a control. */
const INPUT_TYPE = "application/vnd.lifeframe.input+json";

/** Comm on which a page reports a change. */
export const INPUT_COMM = "lifeframe.input";

/** Outputs with a control. Each gets an id, so that the kernel can redraw it. */
export class Inputs {
  readonly #cells: Map<string, MessagePart> = new Map();

  /** Returns a message as a display that can be redrawn, if it is an output with a control. */
  shown(message: KernelMessage, cell: MessagePart): KernelMessage {
    const data = message.content.data as Record<string, { id: string }> | undefined;
    const { [INPUT_TYPE]: input, ...rest } = data ?? {};
    if (input === undefined) return message;
    this.#cells.set(input.id, cell);
    const content = { data: rest, metadata: {}, transient: { display_id: input.id } };
    return { ...message, header: { ...message.header, msg_type: "display_data" }, content };
  }

  /** Returns the request of the cell that showed an input. */
  cellOf(request: KernelMessage): MessagePart | undefined {
    return this.#cells.get(changeOf(request).id);
  }

  /** Redraws the output of an input, or reports that the kernel no longer knows it. */
  async change(front: Front, kernel: Kernel, request: KernelMessage): Promise<void> {
    const { header } = request, { id, value } = changeOf(request);
    front.publish("status", header, { execution_state: "busy" });
    const isKnown = await evaluate(
      kernel,
      `(async (change) => { await change?.(${
        JSON.stringify(String(value))
      }); return Boolean(change); })(
        globalThis[Symbol.for("lifeframe.inputs")]?.get(${JSON.stringify(String(id))}))`,
    );
    const content = { comm_id: INPUT_COMM, data: { id, missing: !isKnown } };
    front.publish("comm_msg", header, content);
    front.publish("status", header, { execution_state: "idle" });
  }
}

function changeOf(request: KernelMessage): { id: string; value: string } {
  return request.content.data as { id: string; value: string };
}
