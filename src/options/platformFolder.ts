/** What a folder of the platform is for. */
export type FolderPurpose = "settings" | "data" | "cache";

/** A variable of the environment, and a path below the folder that it names. */
type Place = readonly [variable: string, path: string];

/** Where each platform keeps what programs keep: the first whose variable is set. */
const PLACES: Readonly<Record<"windows" | "darwin" | "other", Record<FolderPurpose, Place[]>>> = {
  windows: {
    settings: [["APPDATA", "lifeframe"]],
    data: [["LOCALAPPDATA", "lifeframe"]],
    cache: [["LOCALAPPDATA", "lifeframe/Cache"]],
  },
  darwin: {
    settings: [["HOME", "Library/Application Support/lifeframe"]],
    data: [["HOME", "Library/Application Support/lifeframe"]],
    cache: [["HOME", "Library/Caches/lifeframe"]],
  },
  other: { // the XDG Base Directory Specification
    settings: [["XDG_CONFIG_HOME", "lifeframe"], ["HOME", ".config/lifeframe"]],
    data: [["XDG_DATA_HOME", "lifeframe"], ["HOME", ".local/share/lifeframe"]],
    cache: [["XDG_CACHE_HOME", "lifeframe"], ["HOME", ".cache/lifeframe"]],
  },
};

/** Where this platform keeps settings, data or what can be made again; undefined if no variable says so. */
export function platformFolder(purpose: FolderPurpose): string | undefined {
  const { os } = Deno.build;
  const places = PLACES[os === "windows" || os === "darwin" ? os : "other"][purpose];
  for (const [variable, path] of places) {
    const base = Deno.env.get(variable);
    if (base) return `${base}/${path}`;
  }
  return undefined;
}
