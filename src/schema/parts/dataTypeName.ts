import { z } from "zod";

/**
 * Data type in a list of shared or collected types: a name, `<base_type>/<uuid>`, or `file:` and an
 * absolute path. The uuid is converted to lower case.
 */
export const dataTypeName: z.ZodType<string, string> = z.string().min(1).max(5000)
  .refine(
    (type) => !FILES.test(type) || FILES.exec(type)![1] === "/",
    "must name a path that begins with a slash",
  )
  .transform((type) => FILES.test(type) ? type : type.replace(/\/.*$/s, (id) => id.toLowerCase()));

const FILES = /^file(?:history)?:(.?)/;
