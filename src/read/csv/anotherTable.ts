/**
 * Returns a function that recognizes rows of other tables in a file: a repeated header row, the
 * header row of another table after an empty line, and the rest of that table.
 */
export function anotherTable(): (
  fields: readonly (string | null)[],
  line: number,
  names: readonly (string | null)[],
) => "repeated" | "another" | "rest" | undefined {
  let next = 0, hadValue = false, isOver = false;
  return (fields, line, names) => {
    if (isOver) return "rest";
    const areWords = fields.length > 1 && fields.length === names.length &&
      fields.every((field) => field?.trim() && !DIGIT_FIRST.test(field));
    if (areWords && fields.every((field, place) => field === names[place])) return "repeated";
    isOver = areWords && hadValue && line > next;
    if (isOver) return "another";
    next = line + 1 + fields.reduce((sum, field) => sum + (field?.split("\n").length ?? 1) - 1, 0);
    hadValue = fields.some((field) => field !== null && DIGIT_FIRST.test(field));
    return undefined;
  };
}

/** Number, date or time; no name starts like one. */
const DIGIT_FIRST = /^\s*[+-]?\.?\d/;
