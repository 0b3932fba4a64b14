/**
 * Returns the permission that Deno denied, such as `read access to "/elsewhere"`, and its kind.
 * Returns `undefined` for any other error.
 */
export function deniedAccess({ name, message }: Error): { need: string; kind: string } | undefined {
  if (name !== "NotCapable") return undefined;
  const [, need = message, kind = ""] = /Requires ((\w+) access to "[^"]*")/.exec(message) ?? [];
  return { need, kind };
}
