import { posix, win32 } from "node:path";
import process from "node:process";

/** What a folder of the platform is for. */
export type FolderPurpose = "settings" | "data" | "cache" | "jupyter";

/** A variable of the environment, and a path below the folder that it names. */
type Place = readonly [variable: string, path: string];

/** Where Jupyter looks first, if it is set. */
const JUPYTER: Place = ["JUPYTER_DATA_DIR", ""];

/** Where each platform keeps what programs keep: the first whose variable is set. */
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
 * Returns the folder in which a platform keeps settings, data or caches, or Jupyter its data; `undefined` if no variable of
 * the environment names it.
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
