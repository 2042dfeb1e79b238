/** The variables that a server inherits. No keys are among them. */
const passing = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ|TMPDIR)$/;

/** The variable that marks every process of a server, its children included. */
export const markVariable = "SKEIN_EXTENSION";

/** The child environment of a server: harmless inherited variables, those configured for it, and its mark. */
export function serverEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  declared: Readonly<Record<string, string>>,
  mark: string,
): Record<string, string> {
  const passed = Object.entries(ours).filter(
    (entry): entry is [string, string] => passing.test(entry[0]) && entry[1] !== undefined,
  );
  return { ...Object.fromEntries(passed), ...declared, [markVariable]: mark };
}
