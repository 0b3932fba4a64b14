/** Fields of one type by name, and what their documentation says. */
type Docs = ReadonlyMap<string, string>;

/** Says for the fields of an object what each means; a field that nobody describes is left out. */
export type FieldDocs = (names: readonly string[]) => Docs;

/** A type that shares less than this part of the names with an object is not the object's. */
const LEAST_SHARE = 0.2;

/** A type in `deno doc --json`: what is read of it. */
interface TypeNode {
  readonly extends?: unknown;
  readonly properties?: readonly { readonly name: string; readonly jsDoc?: { doc?: string } }[];
}

/**
 * The meaning of fields, found in what `deno doc --json` says of the types: an object's fields are
 * those of the type that shares most names with it, then of the next.
 *
 * @param documentation The parsed JSON.
 */
export function fieldDocs(documentation: unknown): FieldDocs {
  const bases = new Map<string, TypeNode>();
  for (const { name, declarations = [] } of objectsIn<Declared>(documentation)) {
    if (name !== undefined && declarations[0]?.def) bases.set(name, declarations[0].def);
  }
  const types = objectsIn<TypeNode>(documentation)
    .filter(({ properties }) => Array.isArray(properties))
    .map((type) => docsOf(type, bases));
  return (names) => {
    const ranked = types
      .map((type) => ({ type, share: shareOf(names, type) }))
      .filter(({ share }) => share > LEAST_SHARE)
      .sort((a, b) => b.share - a.share);
    const found = new Map<string, string>();
    for (const { type } of ranked) {
      for (const name of names) {
        const doc = type.get(name);
        if (doc !== undefined && !found.has(name)) found.set(name, doc);
      }
    }
    return found;
  };
}

/** A name that a module gives. */
interface Declared {
  readonly name?: string;
  readonly declarations?: readonly { readonly def?: TypeNode }[];
}

/** Which part of the names of both are names of both. */
function shareOf(names: readonly string[], type: Docs): number {
  const common = names.filter((name) => type.has(name)).length;
  return common / (names.length + type.size - common);
}

/** A type's fields with those of the types that it extends, which may be wrapped: `Required<Base>`. */
function docsOf(type: TypeNode, bases: ReadonlyMap<string, TypeNode>): Docs {
  const named = objectsIn<{ typeName?: string }>(type.extends)
    .flatMap(({ typeName }) => bases.get(typeName ?? "") ?? []);
  const inherited = named.flatMap((base) => [...docsOf(base, bases)]);
  const own = (type.properties ?? []).flatMap(({ name, jsDoc }): [string, string][] => {
    const doc = jsDoc?.doc?.replaceAll(/\s+/g, " ").trim();
    return doc === undefined ? [] : [[name, doc]];
  });
  return new Map([...inherited, ...own]);
}

/** Every object in JSON, at any depth. */
function objectsIn<T>(node: unknown): T[] {
  if (typeof node !== "object" || node === null) return [];
  const inner = Object.values(node).flatMap((value) => objectsIn<T>(value));
  return Array.isArray(node) ? inner : [node as T, ...inner];
}
