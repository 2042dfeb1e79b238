/** Settings that start nothing and lead nowhere else; `*`: all of the section. Lower case. */
const harmlessKeys: Readonly<Record<string, readonly string[]>> = {
  core: [
    "repositoryformatversion",
    "filemode",
    "bare",
    "logallrefupdates",
    "ignorecase",
    "precomposeunicode",
    "symlinks",
    "autocrlf",
    "eol",
    "safecrlf",
    "quotepath",
    "longpaths",
    "sparsecheckout",
    "sparsecheckoutcone",
  ],
  extensions: ["objectformat", "refstorage"],
  remote: ["url", "fetch", "pushurl", "tagopt"],
  branch: ["remote", "merge", "rebase"],
  submodule: ["url", "active", "branch"],
  user: ["name", "email"],
  init: ["defaultbranch"],
  pull: ["rebase", "ff"],
  push: ["default", "autosetupremote"],
  fetch: ["prune"],
  rerere: ["enabled", "autoupdate"],
  commit: ["gpgsign"],
  advice: ["*"],
  color: ["*"],
  lfs: ["repositoryformatversion"],
};

interface SettingsLine {
  readonly line: string;
  /** The head of its section, as it is written. */
  readonly head: string;
  readonly isHarmless: boolean;
}

function linesOf(text: string): readonly SettingsLine[] {
  let section = "";
  let head = "";
  let isContinued = false;
  return text.split("\n").map((line) => {
    const continues = isContinued;
    isContinued = line.endsWith("\\") || line.endsWith("\\\r");
    const match = /^\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\\n]|\\["\\])*")?\s*\]\s*$/.exec(line);
    if (match) section = (match[1] ?? "").toLowerCase();
    else if (/^\s*\[/.test(line)) section = "";
    if (/^\s*\[/.test(line)) head = line.trim();
    return {
      line,
      head,
      isHarmless: !continues && !isContinued && isHarmlessLine(line, section, match !== null),
    };
  });
}

function isHarmlessLine(line: string, section: string, isHead: boolean): boolean {
  if (/^\s*([#;].*)?$/.test(line)) return true;
  const keys = Object.hasOwn(harmlessKeys, section) ? harmlessKeys[section] : undefined;
  if (keys === undefined || isHead) return keys !== undefined;
  const [, key = "", value = ""] = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(line) ?? [];
  return (keys.includes("*") || keys.includes(key.toLowerCase())) && !value.startsWith("ext::");
}

/** The same text without what is not harmless, or cannot be read in one way only. */
export function harmlessSettings(text: string): string {
  return linesOf(text)
    .filter(({ isHarmless }) => isHarmless)
    .map(({ line }) => line)
    .join("\n");
}

/** What `harmlessSettings` leaves out, each line after the head of its section. */
export function riskySettings(text: string): readonly string[] {
  return linesOf(text)
    .filter(({ isHarmless }) => !isHarmless)
    .map(({ head, line }) => `${head}\n${line.trim()}`);
}
