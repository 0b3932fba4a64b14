import { Displayable, type DisplayBundle, JUPYTER_DISPLAY } from "../../display/displayable.ts";
import { escapeHtml } from "../../display/escapeHtml.ts";
import { notebookKernel } from "../../options/runtime.ts";

/** MIME type of an output that this package's kernel can redraw. */
const INPUT_TYPE = "application/vnd.lifeframe.input+json";

/** Attributes of a control, by their names in HTML; a list of choices becomes a menu. */
export interface Control {
  readonly type: "date" | "range" | "text" | "menu";
  readonly choices?: readonly string[];
  readonly max?: number | string | undefined;
  readonly min?: number | string | undefined;
  readonly step?: number | undefined;
}

/** Functions that redraw an input with another value, as text, by the id of the input. */
type Changes = Map<string, (text: string) => Promise<void>>;

/** Inputs that this kernel has shown. This package's kernel calls them. */
const CHANGES: Changes =
  (globalThis as { [key: symbol]: Changes })[Symbol.for("lifeframe.inputs")] ??= new Map();

/** Control with the result for its value. */
export class Input<V> extends Displayable {
  readonly #control: Control;
  readonly #draw: (value: V) => unknown;
  readonly #id: string = `input-${CHANGES.size + 1}`;
  readonly #label: string;
  readonly #read: (text: string) => V;
  #value: string;

  /** Creates an input from its control and the function that parses its text. */
  constructor(
    label: string,
    control: Control,
    value: string,
    read: (text: string) => V,
    draw: (value: V) => unknown,
  ) {
    super();
    this.#label = label;
    this.#control = control;
    this.#value = value;
    this.#read = read;
    this.#draw = draw;
    CHANGES.set(this.#id, (text) => this.#change(text));
  }

  /** Returns the label, the value and the result. */
  override async html(): Promise<string> {
    const data = { id: this.#id, kernel: kernelId(), value: this.#value, ...this.#control };
    const drawn = await bundleOf(await this.#draw(this.#read(this.#value)));
    const html = drawn["text/html"] ?? `<pre>${escapeHtml(drawn["text/plain"] ?? "")}</pre>`;
    return `<div class="lifeframe-input" data-input="${escapeHtml(JSON.stringify(data))}">` +
      `<b>${escapeHtml(this.#label)}</b> <span>${escapeHtml(this.#value)}</span></div>` +
      `${INPUT_SCRIPT}${html}`;
  }

  /** Returns the label and the value. */
  override toString(): string {
    return `${this.#label}: ${this.#value}`;
  }

  /** Returns the output for a notebook, with the input's id, so that the kernel can redraw it. */
  override async [JUPYTER_DISPLAY](): Promise<DisplayBundle & Record<string, unknown>> {
    return {
      "text/html": await this.html(),
      "text/plain": this.toString(),
      ...(kernelId() === undefined ? {} : { [INPUT_TYPE]: { id: this.#id } }),
    };
  }

  async #change(text: string): Promise<void> {
    this.#value = text;
    let html: string;
    try {
      html = await this.html();
    } catch (error) {
      html = `<pre>${escapeHtml(String(error))}</pre>`;
    }
    await notebookKernel()?.broadcast("update_display_data", {
      data: { "text/html": html, "text/plain": this.toString() },
      metadata: {},
      transient: { display_id: this.#id },
    });
  }
}

/** Returns the name of the kernel if it is this package's kernel. */
function kernelId(): string | undefined {
  return (globalThis as { [key: symbol]: string | undefined })[Symbol.for("lifeframe.kernel")];
}

/** Returns the representations of a value that a notebook can show, by MIME type. */
async function bundleOf(value: unknown): Promise<Record<string, string>> {
  const kernel = notebookKernel();
  if (kernel !== undefined) return await kernel.format(value);
  return { "text/plain": String(value) };
}

/**
 * Replaces the value of an input with a control, and sends each change to the kernel through its
 * own channel. JupyterLab has no widgets of its own, but each of its pages contains the address of
 * the kernel.
 */
const INPUT_SCRIPT = `<script>(()=>{` +
  `const page=document.getElementById("jupyter-config-data"),config=page&&JSON.parse(page.textContent),` +
  `sockets=window.lifeframeSockets??={},name=()=>Math.random().toString(36).slice(2);` +
  `for(const box of document.querySelectorAll(".lifeframe-input:not([data-on])")){box.dataset.on="";` +
  `const{id,kernel,value,type,choices,...limits}=JSON.parse(box.dataset.input),note=document.createElement("small"),` +
  `control=document.createElement(choices?"select":"input");` +
  `if(choices)control.append(...choices.map(each=>new Option(each,each)));else Object.assign(control,{type,...limits});` +
  `control.value=value;control.ariaLabel=box.querySelector("b").textContent;` +
  `const shown=box.querySelector("span");if(type==="range")shown.before(control," ");else shown.replaceChildren(control);` +
  `control.oninput=()=>{if(type==="range")shown.textContent=control.value};note.role="status";box.append(" ",note);` +
  `if(!kernel||!config){control.disabled=true;note.textContent="To change this, run the cell in JupyterLab with the kernel Deno (lifeframe).";continue}` +
  `if(window.lifeframeInput===id)control.focus();` +
  `control.onchange=async()=>{window.lifeframeInput=id;note.textContent="…";let socket=sockets[kernel];` +
  `if(!(socket?.readyState<2)){const url=new URL(config.baseUrl+"api/kernels/"+kernel+"/channels",config.wsUrl||location.href);` +
  `url.protocol=url.protocol.replace("http","ws");if(config.token)url.searchParams.set("token",config.token);` +
  `socket=sockets[kernel]=new WebSocket(url)}` +
  `if(socket.readyState===0)await new Promise(done=>{socket.addEventListener("open",done);socket.addEventListener("error",done)});` +
  `const msg_id=name();socket.addEventListener("message",({data})=>{const{parent_header:from,content}=JSON.parse(data);` +
  `if(from?.msg_id!==msg_id||!content?.data)return;` +
  `if(content.data.missing)note.textContent="The kernel no longer knows this: run the cell again.";` +
  `else setTimeout(()=>{if(box.isConnected)note.textContent="Run the cell again to see the change."},2000)});` +
  `socket.send(JSON.stringify({channel:"shell",header:{msg_id,msg_type:"comm_msg",session:name(),username:"",version:"5.3",` +
  `date:new Date().toISOString()},parent_header:{},metadata:{},buffers:[],content:{comm_id:"lifeframe.input",data:{id,value:control.value}}}))}` +
  `}})()</script>`;
