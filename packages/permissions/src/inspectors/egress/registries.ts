import { readFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "@skein/platform/user";
import type { Word } from "../../shell-analysis/index.ts";

interface Registry {
  readonly programs: RegExp;
  /** Subcommands that reach it. */
  readonly talking: RegExp;
  readonly usual: string;
  /** Options that name another one. */
  readonly option: RegExp;
  /** Settings files of the project and of the user, and the line that names another one. */
  readonly files?: readonly string[];
  readonly setting?: RegExp;
}

const registries: readonly Registry[] = [
  {
    programs: /^(?:npm|pnpm|yarn|bun|npx|bunx)$/,
    talking:
      /^(?:i|install|ci|add|update|up|upgrade|publish|unpublish|view|info|search|outdated|audit|exec|dlx|create|init|login|adduser|dist-tag)$/,
    usual: "https://registry.npmjs.org",
    option: /^--registry(?:=(.*))?$/,
    files: [".npmrc"],
    setting: /^\s*(?:@[\w.-]+:)?registry\s*=\s*(\S+)/gm,
  },
  {
    programs: /^(?:pip3?|uv|uvx|poetry)$/,
    talking: /^(?:install|download|publish|add|sync|lock|search|run|index)$/,
    usual: "https://pypi.org",
    option: /^(?:-i|--index-url|--extra-index-url|--default-index|--index)(?:=(.*))?$/,
  },
  {
    programs: /^twine$/,
    talking: /^upload$/,
    usual: "https://upload.pypi.org",
    option: /^--repository-url(?:=(.*))?$/,
  },
  {
    programs: /^cargo$/,
    talking: /^(?:install|publish|add|update|fetch|search|login|yank)$/,
    usual: "https://crates.io",
    option: /^--index(?:=(.*))?$/,
  },
  { programs: /^gh$/, talking: /^/, usual: "https://github.com", option: /^--hostname(?:=(.*))?$/ },
];

/** Where a package manager goes: what its options say, the settings of project and user, or the usual one. */
export function registryAddresses(
  program: string,
  args: readonly Word[],
  cwd: string,
): readonly (string | undefined)[] | undefined {
  const registry = registries.find(({ programs }) => programs.test(program));
  if (!registry) return undefined;
  const runsPackages = /^(?:npx|bunx|uvx)$/.test(program);
  if (!runsPackages && !args.some(({ text }) => registry.talking.test(text))) return [];
  const given = args.flatMap((word, at) => {
    const match = registry.option.exec(word.text);
    if (!match) return [];
    const value = match[1] ?? args[at + 1]?.text;
    return [value === undefined || value.includes("$") ? undefined : withScheme(value)];
  });
  if (given.length > 0) return given;
  const set = (registry.files ?? []).flatMap((name) =>
    [cwd, homeFolder()].flatMap((folder) => settingsIn(join(folder, name), registry.setting)),
  );
  return set.length > 0 ? set : [registry.usual];
}

function settingsIn(file: string, setting: RegExp | undefined): readonly string[] {
  if (!setting) return [];
  try {
    return [...readFileSync(file, "utf8").matchAll(setting)].map(([, url = ""]) => withScheme(url));
  } catch {
    return [];
  }
}

const withScheme = (text: string): string =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
