import type { Annotation, AnnotationBody } from "../../api/annotations.ts";
import type { Client } from "../../client/client.ts";
import type { SampleAnnotations } from "../../sample/days/sampleAnnotations.ts";

/** The tags and annotations of a user, by the ids that they have in the sample. */
export interface DefinedAnnotations {
  /** Ids of tags. */
  readonly tags: ReadonlyMap<string, string>;
  /** Annotations. */
  readonly annotations: ReadonlyMap<string, Annotation>;
}

/**
 * Defines the sample's tags and annotations in a service, which gives them ids of its own. Those that
 * the user has already stay as they are: a tag of the name, an annotation of the name and type.
 */
export async function defineAnnotations(
  client: Client,
  { tags, definitions }: Pick<SampleAnnotations, "tags" | "definitions">,
): Promise<DefinedAnnotations> {
  const tagIds = new Map<string, string>(), annotations = new Map<string, Annotation>();
  const knownTags = new Map((await client.tags.list()).map(({ name, id }) => [name, id]));
  for (const { id, name } of tags) {
    tagIds.set(id, knownTags.get(name) ?? (await client.tags.create({ body: { name } })).id);
  }
  const known = (await client.annotations.list()).filter(({ deleted_at }) => deleted_at === null);
  for (const { id, created_at: _, updated_at: __, ...definition } of definitions) {
    const body = {
      ...definition,
      tags: definition.tags.map((tag) => tagIds.get(tag)!),
    } as AnnotationBody;
    const there = known.find(({ name, annotation_type }) =>
      name === body.name && annotation_type === body.annotation_type
    );
    annotations.set(id, there ?? await client.annotations.create({ body }));
  }
  return { tags: tagIds, annotations };
}
