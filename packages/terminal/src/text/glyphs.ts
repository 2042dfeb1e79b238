/** Signs as ASCII, of the same width, so that what stands below one another still does. */
const ascii: Readonly<Record<string, string>> = {
  "●": "*",
  "•": "*",
  "▌": "|",
  "›": ">",
  "❯": ">",
  "‹": "<",
  "╭": "+",
  "╮": "+",
  "╰": "+",
  "╯": "+",
  "┼": "+",
  "─": "-",
  "—": "-",
  "−": "-",
  "│": "|",
  "…": "~",
  "⋮": ":",
  "·": "-",
  "×": "x",
  "✓": "+",
  "✗": "x",
  "◐": "o",
  "⏳": "..",
  "↑": "^",
  "↓": "v",
  "→": ">",
  "⠋": "|",
  "⠙": "/",
  "⠹": "-",
  "⠸": "\\",
  "⠼": "|",
  "⠴": "/",
  "⠦": "-",
  "⠧": "\\",
  "⠇": "|",
  "⠏": "/",
  "“": '"',
  "”": '"',
  "‘": "'",
  "’": "'",
};

const signs = new RegExp(`[${Object.keys(ascii).join("")}]`, "gu");

/** A line for a terminal without Unicode. Letters stay what they are. */
export function asciiLine(line: string): string {
  return line.replaceAll(signs, (sign) => ascii[sign] ?? sign);
}

/** Whether a terminal's environment says that it has ASCII alone. A locale that is not set says nothing. */
export function hasAsciiOnly(env: Readonly<Record<string, string | undefined>>): boolean {
  const locale = [env["LC_ALL"], env["LC_CTYPE"], env["LANG"]].find((value) => (value ?? "") !== "") ?? "";
  return env["TERM"] === "linux" || (locale.includes(".") && !/\.utf-?8\b/i.test(locale));
}
