/**
 * What Deno did not allow, where an error says so.
 *
 * @returns what is needed, such as `read access to "/elsewhere"`, and the kind of it; undefined of any
 * other error
 */
export function deniedAccess({ name, message }: Error): { need: string; kind: string } | undefined {
  if (name !== "NotCapable") return undefined;
  const [, need = message, kind = ""] = /Requires ((\w+) access to "[^"]*")/.exec(message) ?? [];
  return { need, kind };
}
