import type { McpCommandSettings } from "../mcp/settings.ts";

/** A package of a registry that a command fetches and starts. */
export interface StartedPackage {
  /** As OSV names it. */
  readonly ecosystem: "npm" | "PyPI";
  readonly name: string;
  /** As the command says it; absent: whatever is newest. */
  readonly version?: string;
}

/** Flags that name the package, whatever program of it is started then. */
const packageFlag = /^(?:-p|--package|--from)(?:=(.*))?$/;

/** @returns `undefined` for a command that starts a program of this machine. */
export function startedPackage({
  command,
  args = [],
}: Pick<McpCommandSettings, "command" | "args">): StartedPackage | undefined {
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
  const named = flagAt === -1 ? undefined : (packageFlag.exec(rest[flagAt] ?? "")?.[1] ?? rest[flagAt + 1]);
  const spec = named ?? rest.find((word) => !word.startsWith("-"));
  return spec === undefined || spec === "" ? undefined : packageOf(launcher.ecosystem, spec);
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
