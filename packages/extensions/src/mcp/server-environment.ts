/** The variables that a server or a hook inherits. No keys are among them. */
const passing = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ|TMPDIR)$/;

/** The variable that marks every process of a server, its children included. */
export const markVariable = "SKEIN_EXTENSION";

/** What of an environment is harmless for programs that no one has looked at. */
export function harmlessVariables(
  ours: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const passed = Object.entries(ours).filter(
    (entry): entry is [string, string] => passing.test(entry[0]) && entry[1] !== undefined,
  );
  return Object.fromEntries(passed);
}

/** The child environment of a server: harmless inherited variables, and those configured for it. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...harmlessVariables(ours), ...declared };
}
