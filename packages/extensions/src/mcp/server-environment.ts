import { inheritedVariables } from "@skein/platform/variables";

/** The variable that marks every process of a server, its children included. */
export const markVariable = "SKEIN_EXTENSION";

/** What of an environment is harmless for programs that no one has looked at. */
export function harmlessVariables(
  ours: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return inheritedVariables("program", ours);
}

/** The child environment of a server: harmless inherited variables, and those configured for it. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...harmlessVariables(ours), ...declared };
}
