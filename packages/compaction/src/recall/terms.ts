/** A word of a query, as it is searched for in texts. */
export interface QueryTerm {
  /** In lower case, stemmed. */
  readonly stem: string;
  /** Its character class, which decides where a word begins and ends. */
  readonly kind: "word" | "number" | "name" | "unspaced";
  /** In lower case, as in the query. */
  readonly form: string;
  /** The query has another form of the same word, such as `imported` and `importer`: each then only matches itself. */
  readonly isOneOfSeveral?: true;
}

const stopWords = new Set(
  "a about an and any are as at be been but by can could did do does for from get give had has have he her his how i if in into is it its me my no not of on or our out please she should so some such tell than that the their them then there these they this to us was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

/** Languages that do not separate words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu;
const nameLike = /[\p{L}\p{N}_]+(?:[./:@#-]+[\p{L}\p{N}_]+)+/gu;
const piece = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu;
const mostTerms = 24;

/**
 * Names as a whole (`src/retry-wait.ts`, `10.0.3`), and the words and numbers in them. Common words count only when
 * there is nothing else.
 */
export function termsOf(query: string): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  const common = new Map<string, QueryTerm>();
  const add = (term: QueryTerm, to = terms) => to.set(`${term.kind} ${term.form}`, term);
  for (const [name] of query.matchAll(nameLike))
    add({ stem: name.toLowerCase(), kind: "name", form: name.toLowerCase() });
  for (const [run] of query.matchAll(unspaced))
    for (let at = 0; at < Math.max(1, run.length - 1); at++)
      add({ stem: run.slice(at, at + 2), kind: "unspaced", form: run.slice(at, at + 2) });
  for (const [word] of query.replaceAll(unspaced, " ").matchAll(piece)) {
    const lower = word.toLowerCase();
    const isNumber = /^\p{N}/u.test(word);
    const stem = isNumber ? lower : stemOf(lower);
    const term: QueryTerm = { stem, kind: isNumber ? "number" : "word", form: lower };
    add(term, stopWords.has(lower) || (lower.length === 1 && !isNumber) ? common : terms);
  }
  const found = terms.size > 0 ? terms : common;
  const kept = [...found.values()].slice(0, mostTerms);
  return kept.map((term) => {
    const isAlone = kept.every(({ stem, form }) => stem !== term.stem || form === term.form);
    return isAlone ? term : { ...term, isOneOfSeveral: true };
  });
}

const endings = [
  "ations",
  "ation",
  "ments",
  "ment",
  "ings",
  "ing",
  "ions",
  "ion",
  "ies",
  "ied",
  "ers",
  "ed",
  "er",
  "es",
  "ly",
  "s",
  "e",
  "y",
];
const inflections = new Set(["", "d", "r", "ning", ...endings]);

/** Light stemming: enough for the words of query and text to match. */
function stemOf(word: string): string {
  for (const ending of endings) {
    const stem = word.slice(0, -ending.length);
    if (!word.endsWith(ending) || stem.length < 3 || (ending === "s" && stem.endsWith("s"))) continue;
    const last = stem.at(-1) ?? "";
    const isDoubled =
      /ing|ed|er/.test(ending) && stem.length > 3 && last === stem.at(-2) && /[bdgmnprt]/.test(last);
    return isDoubled ? stem.slice(0, -1) : stem;
  }
  return word;
}

/** Whether a word only adds an inflection to a stem. */
export function isInflection(stem: string, rest: string): boolean {
  return inflections.has(rest) || (rest[0] === stem.at(-1) && inflections.has(rest.slice(1)));
}
