import type { KernelMessage } from "./kernelMessage.ts";
import type { ErrorOutput, Metadata, MimeBundle, NotebookOutput } from "../format/nbformat.ts";
import { splitText } from "../format/splitText.ts";

/** An output whose content may still change. */
type LiveOutput =
  | { output_type: "stream"; name: "stdout" | "stderr"; text: string }
  | { output_type: "display_data"; data: MimeBundle; metadata: Metadata }
  | {
    output_type: "execute_result";
    data: MimeBundle;
    metadata: Metadata;
    execution_count: number;
  }
  | ErrorOutput;

/** Displays that any cell of the notebook may update, by display id. */
export type Displays = Map<string, { data: MimeBundle; metadata: Metadata }[]>;

/** MIME types that nbformat writes line by line, in addition to `text/...`. */
const SPLIT_TYPES: readonly string[] = ["application/javascript", "image/svg+xml"];

/** Collects the outputs of one cell from the messages that a kernel publishes. */
export class CellOutputs {
  #clearsNext = false;
  #count = 0;
  readonly #displays: Displays;
  #outputs: LiveOutput[] = [];

  /** @param displays Displays of the whole notebook, which its cells share. */
  constructor(displays: Displays) {
    this.#displays = displays;
  }

  /** Number of messages so far. */
  get count(): number {
    return this.#count;
  }

  /** Last error of the cell; `null` without an error. */
  get error(): ErrorOutput | null {
    return this.#outputs.findLast((output) => output.output_type === "error") ?? null;
  }

  /** Kinds of the outputs so far, in order. */
  get kinds(): string[] {
    return this.#outputs.map((output) => output.output_type);
  }

  /** Text that the cell wrote to standard error. */
  get warnings(): string {
    return this.#outputs.map((output) =>
      output.output_type === "stream" && output.name === "stderr" ? output.text : ""
    ).join("");
  }

  /**
   * Adds a message. Ignores messages that are not outputs, such as `execute_input`.
   *
   * @param message Published message.
   */
  add(message: Pick<KernelMessage, "content" | "type">): void {
    const { content } = message;
    this.#count++;
    switch (message.type) {
      case "stream":
        return this.#addText(content as unknown as { name: "stdout" | "stderr"; text: string });
      case "display_data":
      case "execute_result":
        return this.#addDisplay(message.type, content as unknown as DisplayContent);
      case "update_display_data":
        return this.#update(content as unknown as DisplayContent);
      case "error":
        return this.addError(content as unknown as ErrorContent);
      case "clear_output":
        if (content.wait) this.#clearsNext = true;
        else this.#outputs = [];
    }
  }

  /**
   * Adds an error that the kernel did not publish.
   *
   * @param error Its name, message and stack.
   */
  addError({ ename, evalue, traceback }: ErrorContent): void {
    this.#push({ output_type: "error", ename, evalue, traceback });
  }

  /** Returns the outputs as they are written to the notebook's file. */
  toOutputs(): NotebookOutput[] {
    return this.#outputs.map(toOutput);
  }

  #addText({ name, text }: { name: "stdout" | "stderr"; text: string }): void {
    const last = this.#clearsNext ? undefined : this.#outputs.at(-1);
    if (last?.output_type === "stream" && last.name === name) last.text += text;
    else this.#push({ output_type: "stream", name, text });
  }

  #addDisplay(type: "display_data" | "execute_result", content: DisplayContent): void {
    const { data, metadata, transient, execution_count } = content;
    const output = type === "display_data"
      ? { output_type: type, data, metadata }
      : { output_type: type, data, metadata, execution_count: execution_count ?? 0 };
    this.#push(output);
    const id = transient?.display_id;
    if (id !== undefined) this.#displays.set(id, [...this.#displays.get(id) ?? [], output]);
  }

  #update({ data, metadata, transient }: DisplayContent): void {
    const shown = this.#displays.get(transient?.display_id ?? "") ?? [];
    for (const output of shown) Object.assign(output, { data, metadata });
  }

  #push(output: LiveOutput): void {
    if (this.#clearsNext) this.#outputs = [];
    this.#clearsNext = false;
    this.#outputs.push(output);
  }
}

interface DisplayContent {
  data: MimeBundle;
  execution_count?: number;
  metadata: Metadata;
  transient?: { display_id?: string } | null;
}

interface ErrorContent {
  ename: string;
  evalue: string;
  traceback: readonly string[];
}

/** Returns an output with its fields in the order in which Jupyter writes them. */
function toOutput(output: LiveOutput): NotebookOutput {
  switch (output.output_type) {
    case "stream":
      return { name: output.name, output_type: "stream", text: splitText(output.text) };
    case "display_data":
      return {
        data: splitBundle(output.data),
        metadata: output.metadata,
        output_type: "display_data",
      };
    case "execute_result":
      return {
        data: splitBundle(output.data),
        execution_count: output.execution_count,
        metadata: output.metadata,
        output_type: "execute_result",
      };
    case "error": {
      const { ename, evalue, traceback } = output;
      return { ename, evalue, output_type: "error", traceback };
    }
  }
}

function splitBundle(data: MimeBundle): MimeBundle {
  const entries = Object.entries(data).sort(([a], [b]) => a < b ? -1 : 1);
  return Object.fromEntries(entries.map(([type, value]) => {
    const splits = type.startsWith("text/") || SPLIT_TYPES.includes(type);
    return [type, splits && typeof value === "string" ? splitText(value) : value];
  }));
}
