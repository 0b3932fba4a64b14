/** `true` if this machine lets tests mount file systems. */
async function mayMount(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("unshare", {
      args: ["-rm", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

const CAN_MOUNT = await mayMount();

/** Defines a test that mounts file systems; it does not run where nobody may. */
export function testWithDisk(name: string, fn: () => Promise<void>): void {
  const note = CAN_MOUNT ? "" : " (NOT RUN: this machine lets nobody mount a file system)";
  Deno.test({ name: name + note, ignore: !CAN_MOUNT, fn });
}
