import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Word } from "../../shell-analysis/index.ts";

const talking = /^(?:clone|fetch|pull|push|ls-remote|remote|submodule|archive|send-email|request-pull)$/;

/** The addresses of a git command: those it names, and those of the remotes it names or uses by default. */
export function gitAddresses(args: readonly Word[], cwd: string): readonly (string | undefined)[] {
  const at = args.findIndex(({ text }) => talking.test(text));
  const [name, ...rest] = at < 0 ? [] : args.slice(at);
  if (name === undefined) return [];
  const operands = rest.filter(({ text }) => !text.startsWith("-"));
  const named = operands.flatMap(({ text, expansions }) => {
    const [, host] = /^(?:[^@/:]+@)?([^@/:]+\.[^@/:]+|localhost):(?!\/\/)/.exec(text) ?? [];
    if (host !== undefined) return [`ssh://${host}`];
    return expansions.length > 0 && ["clone", "ls-remote"].includes(name.text) ? [undefined] : [];
  });
  if (!["fetch", "pull", "push", "submodule"].includes(name.text)) return named;
  const remotes = remotesIn(cwd);
  const [remote] = operands;
  const wanted = remote && remotes.get(remote.text);
  return [...named, ...(wanted ?? (remote && name.text === "push" ? [] : [...remotes.values()].flat()))];
}

/** By name, from the configuration of the repository that holds a folder. */
function remotesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const text = configAbove(folder);
  let remote: string | undefined;
  for (const line of text.split("\n")) {
    const [, section, name] = /^\s*\[\s*([\w.-]+)(?:\s+"([^"]*)")?\s*\]/.exec(line) ?? [];
    if (section !== undefined) remote = section === "remote" ? name : undefined;
    const [, url] = /^\s*(?:url|pushurl)\s*=\s*"?([^"\s]+)/i.exec(line) ?? [];
    if (remote !== undefined && url !== undefined)
      found.set(
        remote,
        [...(found.get(remote) ?? []), asAddress(url)].filter((one) => one !== ""),
      );
  }
  return found;
}

/** `git@host:path` as a URL; `""` for a folder. */
function asAddress(url: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url)) return url.startsWith("file:") ? "" : url;
  const [, host] = /^(?:[^@/]+@)?([^/:]+):/.exec(url) ?? [];
  return host === undefined ? "" : `ssh://${host}`;
}

function configAbove(folder: string): string {
  try {
    return readFileSync(join(folder, ".git", "config"), "utf8");
  } catch {
    const above = dirname(folder);
    return above === folder ? "" : configAbove(above);
  }
}
