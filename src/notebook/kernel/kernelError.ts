/** The kernel did not start, ended, or broke the protocol: the notebook itself is not at fault. */
export class KernelError extends Error {
  override readonly name = "KernelError";
}
