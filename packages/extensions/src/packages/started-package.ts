/** A package of a registry that a command fetches and starts. */
export interface StartedPackage {
  /** As OSV names it. */
  readonly ecosystem: "npm" | "PyPI";
  readonly name: string;
  /** As the command says it; absent: whatever is newest. */
  readonly version?: string;
}

interface FoundPackage extends StartedPackage {
  /** Which of the arguments names it. */
  readonly at: number;
  /** What stands before it in that argument: `--package=`. */
  readonly before: string;
}

/** Flags that name the package, whatever program of it is started then. */
const packageFlag = /^(?:-p|--package|--from)(?:=(.*))?$/;

interface Command {
  readonly command: string;
  readonly args?: readonly string[];
}

/** @returns `undefined` for a command that starts a program of this machine. */
export function startedPackage(command: Command): StartedPackage | undefined {
  const found = findPackage(command);
  if (!found) return undefined;
  const { ecosystem, name, version } = found;
  return { ecosystem, name, ...(version === undefined ? {} : { version }) };
}

/** The same command with this version of the package. */
export function withVersion<Settings extends Command>(
  settings: Settings,
  { ecosystem, name, version }: Required<StartedPackage>,
): Settings {
  const found = findPackage(settings);
  if (found?.ecosystem !== ecosystem || found.name !== name) return settings;
  const { args = [] } = settings;
  const said = (args[found.at] ?? "").slice(found.before.length);
  const bare = ecosystem === "npm" ? name : (/^[^=@]+/.exec(said)?.[0] ?? name);
  const spec = `${found.before}${bare}${ecosystem === "npm" ? "@" : "=="}${version}`;
  return { ...settings, args: args.with(found.at, spec) };
}

function findPackage({ command, args = [] }: Command): FoundPackage | undefined {
  const words = [
    command
      .split(/[/\\]/)
      .at(-1)
      ?.replace(/\.(?:cmd|exe)$/i, "") ?? "",
    ...args,
  ];
  const launcher = launchers.find(({ begins }) => begins.every((word, at) => words[at] === word));
  if (!launcher) return undefined;
  const rest = words.slice(launcher.begins.length);
  const flagAt = rest.findIndex((word) => packageFlag.test(word));
  const inFlag = packageFlag.exec(rest[flagAt] ?? "")?.[1];
  const place =
    flagAt === -1
      ? rest.findIndex((word) => !word.startsWith("-"))
      : inFlag === undefined
        ? flagAt + 1
        : flagAt;
  const word = rest[place];
  if (place === -1 || word === undefined) return undefined;
  const before = inFlag === undefined ? "" : word.slice(0, word.length - inFlag.length);
  const found = packageOf(launcher.ecosystem, word.slice(before.length));
  // `words` has the command before the arguments.
  return found && { ...found, at: place + launcher.begins.length - 1, before };
}

const launchers: readonly {
  readonly begins: readonly string[];
  readonly ecosystem: StartedPackage["ecosystem"];
}[] = [
  { begins: ["npx"], ecosystem: "npm" },
  { begins: ["bunx"], ecosystem: "npm" },
  { begins: ["npm", "exec"], ecosystem: "npm" },
  { begins: ["pnpm", "dlx"], ecosystem: "npm" },
  { begins: ["yarn", "dlx"], ecosystem: "npm" },
  { begins: ["uvx"], ecosystem: "PyPI" },
  { begins: ["uv", "tool", "run"], ecosystem: "PyPI" },
  { begins: ["pipx", "run"], ecosystem: "PyPI" },
];

/** `@scope/name@1.2`, `name==1.2`, `name[extra]@latest`. */
function packageOf(ecosystem: StartedPackage["ecosystem"], spec: string): StartedPackage | undefined {
  const pattern =
    ecosystem === "npm"
      ? /^((?:@[^/@]+\/)?[^/@]+)(?:@(.+))?$/
      : /^([A-Za-z0-9._-]+)(?:\[.*\])?(?:(?:==|@)(.+))?$/;
  const [, name, version] = pattern.exec(spec) ?? [];
  if (name === undefined) return undefined;
  return {
    ecosystem,
    name: ecosystem === "npm" ? name : canonical(name),
    ...(version === undefined ? {} : { version }),
  };
}

/** Source: PEP 503, normalized names. */
function canonical(name: string): string {
  return name.toLowerCase().replaceAll(/[-_.]+/g, "-");
}
