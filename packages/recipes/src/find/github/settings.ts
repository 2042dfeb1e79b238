import { ConfigError } from "@skein/protocol";
import type { ProgramRunner } from "../programs.ts";

export interface GithubSettings {
  /** `owner/name` as the settings say. SKEIN_RECIPE_GITHUB_REPO goes before it, GOOSE_RECIPE_GITHUB_REPO behind. */
  readonly repository?: string | undefined;
  /** Absolute. What was fetched is kept there, under its hash. */
  readonly cacheFolder: string;
  /** Default: real processes. */
  readonly run?: ProgramRunner;
  /** Milliseconds for one answer of `gh`. Default 30,000. */
  readonly timeoutMs?: number;
}

export interface NamedRepository {
  /** `owner/name`. */
  readonly repository: string;
  /** What names it. */
  readonly by: string;
}

/** The repository to look in, if one is named. Throws `ConfigError` for what is no repository. */
export function namedRepository(
  settings: GithubSettings,
  env: Readonly<Record<string, string | undefined>>,
): NamedRepository | undefined {
  const named = [
    { by: "SKEIN_RECIPE_GITHUB_REPO", repository: env["SKEIN_RECIPE_GITHUB_REPO"] },
    { by: "the settings", repository: settings.repository },
    { by: "GOOSE_RECIPE_GITHUB_REPO", repository: env["GOOSE_RECIPE_GITHUB_REPO"] },
  ];
  const first = named.find(({ repository }) => repository);
  if (!first?.repository) return undefined;
  const { by, repository } = first;
  if (isRepository(repository)) return { by, repository };
  throw new ConfigError(
    "usage",
    `${by} names ${JSON.stringify(repository.slice(0, 100))}, which is not a GitHub repository.`,
    {
      hint: "Write it as owner/name.",
    },
  );
}

/** Such a word cannot be an option, a path that climbs, or a part of another address. */
function isRepository(word: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\/(?!\.{1,2}$)[A-Za-z0-9._][A-Za-z0-9._-]{0,99}$/.test(word);
}
