import type { CommandPattern } from "./pattern.ts";

/** What a pattern covers beside what it seems to show. */
export interface BroadPattern {
  /** A sentence. */
  readonly what: string;
  /** Patterns to write in its place; empty where there are none for all. */
  readonly narrower: readonly string[];
}

interface Breadth {
  readonly programs: RegExp;
  /** An example of what such a pattern allows. */
  readonly such: (program: string) => string;
  readonly narrower?: (program: string) => readonly string[];
}

/** Programs that run whatever their first words say. */
const breadths: readonly Breadth[] = [
  {
    programs: /^git$/,
    such: () => "git -c alias.x='!COMMAND' x",
    narrower: () => [
      "git status [known]",
      "git log [known]",
      "git diff [known]",
      "git show [known]",
      "git add [known]",
      "git commit [known]",
    ],
  },
  {
    programs: /^(?:g?make|just|task|rake|gradle|gradlew|mvn|ant|bazel)$/,
    such: (name) => `${name} with a build file of any folder`,
    narrower: (name) => [`${name} test`, `${name} build`],
  },
  { programs: /^find$/, such: () => "find . -exec COMMAND ;", narrower: () => ["find . -name *"] },
  {
    programs: /^(?:npm|pnpm|yarn|bun)$/,
    such: (name) => `${name} exec COMMAND`,
    narrower: (name) => [`${name} test [known]`, `${name} run build [known]`],
  },
  {
    programs: /^node$/,
    such: () => "node -e PROGRAM",
    narrower: () => [["node", "--test", "[known]"].join(" ")],
  },
  {
    programs: /^python[\d.]*$/,
    such: (name) => `${name} -c PROGRAM`,
    narrower: (name) => [/^python3?$/.test(name) ? `${name} -m pytest [known]` : "pytest [known]"],
  },
  {
    programs: /^cargo$/,
    such: () => "cargo run",
    narrower: () => ["cargo test [known]", "cargo build [known]", "cargo check [known]"],
  },
  {
    programs: /^go$/,
    such: () => "go run PROGRAM",
    narrower: () => ["go test [known]", "go build [known]", "go vet [known]"],
  },
  {
    programs: /^(?:perl|ruby|php|lua|deno|tsx|ts-node|java|osascript)$/,
    such: (name) => `${name} with any program text`,
  },
  { programs: /^(?:ba|da|z|k|fi)?sh$/, such: (name) => `${name} -c COMMAND` },
  {
    programs:
      /^(?:sudo|doas|env|xargs|nohup|timeout|time|nice|npx|bunx|uvx|pipx|ssh|watch|parallel|exec|command|docker|podman|nerdctl|kubectl|screen|tmux|systemd-run)$/,
    such: (name) => `${name} … COMMAND`,
  },
  { programs: /^[gmn]?awk$/, such: (name) => `${name} 'BEGIN { system("COMMAND") }'` },
  { programs: /^g?sed$/, such: (name) => `${name} '1e COMMAND'` },
  { programs: /^(?:tar|bsdtar)$/, such: () => "`tar --to-command=COMMAND`" },
  { programs: /^rg$/, such: () => "`rg --pre COMMAND`" },
  {
    programs: /^(?:vi|vim|nvim|less|more|man|emacs|ed)$/,
    such: (name) => `${name} and the commands that it starts`,
  },
  { programs: /^(?:rsync|scp|sftp)$/, such: (name) => `${name} with a command in place of ssh` },
  { programs: /^curl$/, such: () => "`curl --config FILE`, which reads and writes any file" },
];
/** With these words behind it, a program still runs whatever follows. */
const runners: Readonly<Record<string, RegExp>> = {
  npm: /^(?:run|exec|x|explore)$/,
  pnpm: /^(?:run|exec|dlx)$/,
  yarn: /^(?:run|exec|dlx)$/,
  bun: /^(?:run|x)$/,
  docker: /^(?:run|exec|compose)$/,
  podman: /^(?:run|exec)$/,
  kubectl: /^(?:exec|run|debug)$/,
  cargo: /^run$/,
  go: /^(?:run|generate|tool)$/,
  git: /^(?:-c|-C|rebase|bisect|submodule|config)$/,
  python: /^(?:-c|-m)$/,
  python3: /^(?:-c|-m)$/,
  node: /^(?:-e|-p|--eval|--import|-r|--require)$/,
};

/** Tells where a pattern lets a program run anything: `make *`, `git *`, `npm run *`. `undefined`: it does not. */
export function broadPattern({ words, isOpen, isKnown, text }: CommandPattern): BroadPattern | undefined {
  const [program, ...rest] = words.map((word) => (word.length === 1 ? (word[0] ?? "") : undefined));
  if (!isOpen || isKnown || program === undefined) return undefined;
  const name = program.replace(/^.*\//, "");
  const [first, ...more] = rest;
  const runner = Object.hasOwn(runners, name) ? runners[name] : undefined;
  const isRunner = first !== undefined && more.length === 0 && runner?.test(first) === true;
  if (rest.length > 0 && !isRunner) return undefined;
  const breadth = breadths.find(({ programs }) => programs.test(name));
  if (!breadth) return undefined;
  const such = isRunner ? `${name} ${first} with any words behind it` : breadth.such(name);
  return { what: `${text} lets ${name} run anything: ${such}.`, narrower: breadth.narrower?.(name) ?? [] };
}
