/** The kernel did not start, ended, or broke the protocol. The notebook is not the cause. */
export class KernelError extends Error {
  override readonly name = "KernelError";
}
