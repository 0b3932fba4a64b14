/**
 * The part of the notebook format (nbformat 4) that running a notebook needs. Other fields are kept
 * unchanged.
 * @module
 */

/** Text in nbformat: one string, or its lines with their line ends. */
export type MultilineText = string | readonly string[];

/** A value in several MIME types: text as {@linkcode MultilineText}, JSON types as JSON values. */
export type MimeBundle = Readonly<Record<string, unknown>>;

/** Free JSON fields, such as a notebook's or a cell's `metadata`. */
export type Metadata = Readonly<Record<string, unknown>>;

/** Text that a cell printed. Consecutive calls on one stream are one output. */
export interface StreamOutput {
  /** Stream of the text. */
  readonly name: "stdout" | "stderr";
  /** The tag of this kind of output. */
  readonly output_type: "stream";
  /** Printed text. */
  readonly text: MultilineText;
}

/** Something that a cell displayed while it ran. */
export interface DisplayOutput {
  /** Content, by MIME type. */
  readonly data: MimeBundle;
  /** The display's own metadata. */
  readonly metadata: Metadata;
  /** The tag of this kind of output. */
  readonly output_type: "display_data";
}

/** The value of a cell's last expression. */
export interface ResultOutput {
  /** Content, by MIME type. */
  readonly data: MimeBundle;
  /** The number of the execution, from 1. */
  readonly execution_count: number | null;
  /** The value's own metadata. */
  readonly metadata: Metadata;
  /** The tag of this kind of output. */
  readonly output_type: "execute_result";
}

/** Error that a cell threw. */
export interface ErrorOutput {
  /** The error's name. */
  readonly ename: string;
  /** The error's message. */
  readonly evalue: string;
  /** The tag of this kind of output. */
  readonly output_type: "error";
  /** Lines of the stack. */
  readonly traceback: readonly string[];
}

/** Any output of a cell. */
export type NotebookOutput = StreamOutput | DisplayOutput | ResultOutput | ErrorOutput;

/** A cell of code. */
export interface CodeCell {
  /** The tag of this kind of cell. */
  readonly cell_type: "code";
  /** Number of its last execution, from 1, or `null` if it has not run. */
  readonly execution_count: number | null;
  /** The cell's name, unique in its notebook (nbformat 4.5 and later). */
  readonly id?: string;
  /** Metadata of the cell, including `tags`. */
  readonly metadata: Metadata;
  /** Outputs of its last execution. */
  readonly outputs: readonly NotebookOutput[];
  /** The code. */
  readonly source: MultilineText;
}

/** A cell of text, which does not change when the notebook runs. */
export interface TextCell {
  /** The tag of this kind of cell. */
  readonly cell_type: "markdown" | "raw";
  /** The cell's name, unique in its notebook (nbformat 4.5 and later). */
  readonly id?: string;
  /** The cell's metadata. */
  readonly metadata: Metadata;
  /** The text. */
  readonly source: MultilineText;
}

/** Any cell. */
export type NotebookCell = CodeCell | TextCell;

/** A notebook, as the JSON of an `.ipynb` file. */
export interface Notebook {
  /** The cells from top to bottom. */
  readonly cells: readonly NotebookCell[];
  /** Metadata of the notebook, including `kernelspec` and `language_info`. */
  readonly metadata: Metadata;
  /** The format's major version. */
  readonly nbformat: 4;
  /** The format's minor version. */
  readonly nbformat_minor: number;
}
