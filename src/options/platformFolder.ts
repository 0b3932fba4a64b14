import process from "node:process";

/** What a folder of the platform is for. */
export type FolderPurpose = "settings" | "data" | "cache";

/** A variable of the environment, and a path below the folder that it names. */
type Place = readonly [variable: string, path: string];

/** Where each platform keeps what programs keep: the first whose variable is set. */
const PLACES: Readonly<Record<"win32" | "darwin" | "other", Record<FolderPurpose, Place[]>>> = {
  win32: {
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
  const { platform } = process;
  const places =
    PLACES[platform === "win32" || platform === "darwin" ? platform : "other"][purpose];
  for (const [variable, path] of places) {
    const base = process.env[variable];
    if (base) return `${base}/${path}`;
  }
  return undefined;
}
