import { isLoaderVariable } from "@skein/settings";

/** Splits variables into those a recipe may set and the names of those it may not. */
export function withoutLoaders(env: Readonly<Record<string, string>>): {
  readonly allowed: Readonly<Record<string, string>>;
  readonly refused: readonly string[];
} {
  const allowed = Object.entries(env).filter(([name]) => !isLoaderVariable(name));
  return { allowed: Object.fromEntries(allowed), refused: Object.keys(env).filter(isLoaderVariable) };
}
