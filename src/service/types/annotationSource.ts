const SOURCE = new RegExp(
  "^com\\.[a-z0-9_-]+\\.annotation\\." +
    "([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$",
  "i",
);

/**
 * Returns the `source_id` of an annotation's records. On the wire the operator's word replaces
 * `svc`.
 */
export function annotationSource(id: string): string {
  return `com.svc.annotation.${id}`;
}

/**
 * Returns the annotation's id in a `source_id` of any operator. Returns `undefined` for other
 * texts.
 */
export function annotationOfSource(text: unknown): string | undefined {
  return typeof text === "string" ? SOURCE.exec(text)?.[1]?.toLowerCase() : undefined;
}
