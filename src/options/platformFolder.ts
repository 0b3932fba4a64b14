import { posix, win32 } from "node:path";
import process from "node:process";

/** Purpose of a folder. */
export type FolderPurpose = "settings" | "data" | "cache" | "jupyter";

/** Environment variable, and a path below the folder that it contains. */
type Place = readonly [variable: string, path: string];

/** First choice for Jupyter, if it is set. */
const JUPYTER: Place = ["JUPYTER_DATA_DIR", ""];

/** Folders for each platform and purpose; the first whose variable is set counts. */
const PLACES: Readonly<Record<"win32" | "darwin" | "other", Record<FolderPurpose, Place[]>>> = {
  win32: {
    settings: [["APPDATA", "lifeframe"]],
    data: [["LOCALAPPDATA", "lifeframe"]],
    cache: [["LOCALAPPDATA", "lifeframe/Cache"]],
    jupyter: [JUPYTER, ["APPDATA", "jupyter"]],
  },
  darwin: {
    settings: [["HOME", "Library/Application Support/lifeframe"]],
    data: [["HOME", "Library/Application Support/lifeframe"]],
    cache: [["HOME", "Library/Caches/lifeframe"]],
    jupyter: [JUPYTER, ["HOME", "Library/Jupyter"]],
  },
  other: { // the XDG Base Directory Specification
    settings: [["XDG_CONFIG_HOME", "lifeframe"], ["HOME", ".config/lifeframe"]],
    data: [["XDG_DATA_HOME", "lifeframe"], ["HOME", ".local/share/lifeframe"]],
    cache: [["XDG_CACHE_HOME", "lifeframe"], ["HOME", ".cache/lifeframe"]],
    jupyter: [JUPYTER, ["XDG_DATA_HOME", "jupyter"], ["HOME", ".local/share/jupyter"]],
  },
};

/**
 * Returns the folder for settings, data or caches on this platform, or for Jupyter's data. Returns
 * `undefined` if no environment variable gives it.
 */
export function platformFolder(
  purpose: FolderPurpose,
  { platform, env }: Pick<typeof process, "platform" | "env"> = process,
): string | undefined {
  const places =
    PLACES[platform === "win32" || platform === "darwin" ? platform : "other"][purpose];
  const { join } = platform === "win32" ? win32 : posix;
  for (const [variable, path] of places) {
    const base = env[variable];
    if (base) return join(base, path);
  }
  return undefined;
}
