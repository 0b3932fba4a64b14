/** The `source_id` of the records of an annotation. */
export function annotationSource(id: string): string {
  return `com.example.annotation.${id}`;
}
