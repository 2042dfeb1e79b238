import type { Word } from "../analysis.ts";

/** What variables may hold: one of the words. Of a name that is not here, nothing is known. */
export type Variables = ReadonlyMap<string, readonly Word[]>;

const plain = (text: string, expansions: Word["expansions"] = []): Word => ({
  source: text,
  text,
  expansions,
  mayBeOption: false,
});

/** What a shell sets itself. */
export const firstVariables: Variables = new Map([
  ["HOME", [plain("~", ["tilde"])]],
  ["PWD", [plain(".")]],
]);
/** They stand for a folder, so only the beginning of a word can be read. */
const folders: ReadonlySet<string> = new Set(["HOME", "PWD"]);

const mostValues = 50;

/** A word whose variables are all known, with what it may become; others as they are. */
export function resolveWord(word: Word, variables: Variables): Word {
  const { text, variables: uses = [], expansions } = word;
  if (uses.length === 0) return word;
  const others = expansions.filter((one) => one !== "variable");
  let found: readonly Word[] = [{ ...plain("", others), splits: uses.some(({ isQuoted }) => !isQuoted) }];
  let at = 0;
  for (const { start, end, isQuoted } of uses) {
    const values = valuesOf(text.slice(start, end), variables, start === 0);
    if (values === undefined || (!isQuoted && !values.every(staysWhole))) return word;
    const before = text.slice(at, start);
    found = found.flatMap((one) => values.map((value) => joined(joined(one, plain(before)), value)));
    if (found.length > mostValues) return word;
    at = end;
  }
  const values = found.map((one) => joined(one, plain(text.slice(at))));
  return { ...word, values, mayBeOption: values.some(mayBeOption) };
}

const joined = (one: Word, other: Word): Word => ({
  ...one,
  source: one.text + other.text,
  text: one.text + other.text,
  expansions: [...new Set([...one.expansions, ...other.expansions])],
});

/** Without quotes, a value is cut at spaces and its patterns are looked up. What a pattern stands for is looked at later. */
const staysWhole = ({ text, expansions }: Word): boolean =>
  !/\s/.test(text) && (expansions.includes("glob") || expansions.length > 0 || !/[*?[]/.test(text));

const mayBeOption = ({ text, expansions }: Word): boolean =>
  text.startsWith("-") || (expansions.some((one) => one !== "tilde") && /^(?:[*?[{$`]|$)/.test(text));

/** `$x` and `${x}`, also with an end cut off such as `${x%.ts}`, and the last name alone. */
function valuesOf(use: string, variables: Variables, isFirst: boolean): readonly Word[] | undefined {
  const [, name = "", cut = ""] = /^\$\{?([A-Za-z_]\w*)((?:%%?|##?)[^}]*)?\}?$/.exec(use) ?? [];
  const values = variables.get(name);
  if (values === undefined || (folders.has(name) && !isFirst)) return undefined;
  if (cut === "") return values;
  const cutValues = values.map((value) => withoutPart(value, cut));
  return cutValues.every((value) => value !== undefined) ? cutValues : undefined;
}

/** The end `.ts` or the folder is cut off. Of a pattern, the rest stays one. */
function withoutPart(value: Word, cut: string): Word | undefined {
  const end = /^%%?(\.\w+)$/.exec(cut)?.[1];
  if (end !== undefined && value.text.endsWith(end))
    return { ...value, text: value.text.slice(0, -end.length) };
  return cut === "##*/" ? { ...value, text: value.text.replace(/^.*\//s, "") } : undefined;
}
