const SOURCE = new RegExp(
  "^com\\.[a-z0-9_-]+\\.annotation\\." +
    "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$",
  "i",
);

/** The `source_id` of the records of an annotation; on the wire the operator's word stands for `svc`. */
export function annotationSource(id: string): string {
  return `com.svc.annotation.${id}`;
}

/** The id of the annotation whose `source_id` a text is, whoever the operator; undefined of any other. */
export function annotationOfSource(text: unknown): string | undefined {
  return typeof text === "string" ? SOURCE.exec(text)?.[1]?.toLowerCase() : undefined;
}
