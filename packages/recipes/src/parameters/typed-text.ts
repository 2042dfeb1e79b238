import type { Parameter } from "../recipe.ts";

/** What a parameter's text must look like; `wrong` says what is missing, after "must be". */
export type TypedText = { readonly text: string } | { readonly wrong: string };

/** A value as the template sees it: booleans as `true` or `false`, everything else as it was given. */
export function typedText(parameter: Parameter, given: string): TypedText {
  switch (parameter.type) {
    case "string":
    case "file":
      return { text: given };
    case "number":
      return /^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(given)
        ? { text: given.trim() }
        : { wrong: "a number, such as 12 or 0.5" };
    case "boolean": {
      const word = given.trim().toLowerCase();
      if (["true", "yes", "1"].includes(word)) return { text: "true" };
      if (["false", "no", "0"].includes(word)) return { text: "false" };
      return { wrong: "true or false" };
    }
    case "date":
      return isDate(given.trim())
        ? { text: given.trim() }
        : { wrong: "a date, such as 2026-01-31 or 2026-01-31T12:00:00Z" };
    case "select": {
      const { options } = parameter;
      if (options === undefined || options.includes(given)) return { text: given };
      return { wrong: `one of: ${options.join(", ")}` };
    }
  }
}

/** For a field that it fills alone. */
export function typedValue(parameter: Parameter | undefined, text: string): number | boolean | undefined {
  if (parameter?.type === "boolean") return text === "true" ? true : text === "false" ? false : undefined;
  if (parameter?.type !== "number" || text === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** ISO 8601: a day, perhaps with a time; a day that the calendar has. */
function isDate(text: string): boolean {
  const [, year = "", month = "", day = ""] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[-+]\d{2}:?\d{2})?)?$/.exec(text) ??
    [];
  if (year === "" || Number.isNaN(Date.parse(text.replace(" ", "T")))) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
