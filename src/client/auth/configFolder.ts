/**
 * Where this platform keeps the settings of programs, for lifeframe.
 *
 * @throws {RangeError} if no variable of the environment says so
 */
export function configFolder(): string {
  const { os } = Deno.build;
  const found = os === "windows"
    ? within(Deno.env.get("APPDATA"), "lifeframe")
    : os === "darwin"
    ? within(Deno.env.get("HOME"), "Library/Application Support/lifeframe")
    : within(Deno.env.get("XDG_CONFIG_HOME"), "lifeframe") ??
      within(Deno.env.get("HOME"), ".config/lifeframe");
  if (found !== undefined) return found;
  throw new RangeError("Cannot find the folder for credentials: HOME is not set; name a file");
}

function within(base: string | undefined, path: string): string | undefined {
  return base ? `${base}/${path}` : undefined;
}

/**
 * Where credentials are kept unless a file is named.
 *
 * @throws {RangeError} if there is no such place
 */
export function credentialsPath(): string {
  return `${configFolder()}/credentials.json`;
}
