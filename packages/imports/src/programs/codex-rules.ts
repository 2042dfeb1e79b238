import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Verdict } from "@skein/protocol";
import type { Collector } from "../findings.ts";
import { readText } from "../reading/read-file.ts";

const verdicts: Readonly<Record<string, Verdict>> = { allow: "allow", prompt: "ask", forbidden: "deny" };
/** Texts, names and single characters; comments are left out. */
const token = /\s+|#[^\n]*|("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\w+|[^\s\w])/g;
const mostRules = 50;

/**
 * Reads `prefix_rule(pattern = […], decision = "…")` in Codex's `rules/*.rules`. What else stands there is named and left
 * alone. Source: https://developers.openai.com/codex/rules.
 */
export async function readCodexRules(folder: string, into: Collector): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".rules")).toSorted();
  for (const name of names) {
    const file = join(folder, name);
    const text = (await readText(file, into)) ?? "";
    for (const call of callsIn(text)) readCall(call, file, into);
  }
}

/** What stands between two calls belongs to the second. */
function callsIn(text: string): readonly (readonly string[])[] {
  const calls: string[][] = [[]];
  let depth = 0;
  for (const [, found] of text.matchAll(token)) {
    if (found === undefined) continue;
    calls.at(-1)?.push(found);
    if (/^[([{]$/.test(found)) depth++;
    if (/^[)\]}]$/.test(found) && --depth === 0) calls.push([]);
  }
  return calls.filter((call) => call.length > 0);
}

function readCall(call: readonly string[], file: string, into: Collector): void {
  const said = call.join(" ").slice(0, 200);
  const rule = { extension: "developer", isOwn: true, tool: "shell", said, file } as const;
  /** What may be against commands keeps others from being allowed. */
  const leave = (why: string): void => into.rule({ ...rule, verdict: "deny", isPartOf: why });
  if (call[0] !== "prefix_rule" || call[1] !== "(" || call.at(-1) !== ")")
    return into.leave("permissions", said, "Skein reads only prefix_rule(…) of these files", file);
  const pattern = patternIn(argument(call, "pattern"));
  const decision = argument(call, "decision");
  const verdict = decision.length === 0 ? "allow" : verdicts[unquote(decision[0]) ?? ""];
  if (!pattern || decision.length > 1) return leave("its pattern or decision is not written out");
  if (verdict === undefined) return leave("Skein has no such decision");
  const prefixes = pattern.reduce<readonly string[][]>(
    (all, words) => all.flatMap((before) => words.map((word) => [...before, word])),
    [[]],
  );
  if (prefixes.length > mostRules) return leave(`it stands for more than ${mostRules} commands`);
  for (const words of prefixes) {
    into.rule({ ...rule, verdict, text: `shell(${words.map(quoted).join(" ")} *)` });
  }
}

/** The tokens of a named argument. */
function argument(call: readonly string[], name: string): readonly string[] {
  let depth = 0;
  for (const [at, found] of call.entries()) {
    if (/^[([{]$/.test(found)) depth++;
    if (/^[)\]}]$/.test(found)) depth--;
    if (depth !== 1 || found !== name || call[at + 1] !== "=") continue;
    let inner = 0;
    const rest = call.slice(at + 2);
    const end = rest.findIndex((one) => {
      if (/^[([{]$/.test(one)) inner++;
      if (/^[)\]}]$/.test(one)) inner--;
      return inner < 0 || (inner === 0 && one === ",");
    });
    return rest.slice(0, end);
  }
  return [];
}

/** The words at each place of a command: `["git", ["push", "fetch"]]`. */
function patternIn(tokens: readonly string[]): readonly (readonly string[])[] | undefined {
  if (tokens[0] !== "[" || tokens.at(-1) !== "]") return undefined;
  const places: string[][] = [];
  let alternatives: string[] | undefined;
  for (const one of tokens.slice(1, -1)) {
    const text = unquote(one);
    if (text !== undefined && text !== "") {
      if (alternatives) alternatives.push(text);
      else places.push([text]);
    } else if (one === "[" && !alternatives) places.push((alternatives = []));
    else if (one === "]" && alternatives && alternatives.length > 0) alternatives = undefined;
    else if (one !== ",") return undefined;
  }
  return places.length > 0 && !alternatives ? places : undefined;
}

function unquote(found: string | undefined): string | undefined {
  const inner = /^(["'])(.*)\1$/s.exec(found ?? "")?.[2];
  return inner === undefined || inner.includes("\\") ? undefined : inner;
}

function quoted(word: string): string {
  if (/^[\w./:=@%+,~^-]+$/.test(word)) return word;
  return word.includes("'") ? `"${word}"` : `'${word}'`;
}
