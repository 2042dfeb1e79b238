/** What a server may know of the user's environment. Keys are not among it. */
const passing = /^(PATH|HOME|USER|LOGNAME|SHELL|LANG|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ|TMPDIR)$/;

/** The variable that marks every process of a server, its children too. */
export const markVariable = "SKEIN_EXTENSION";

/** The environment of a server: the harmless part of ours, what was declared for it, and its mark. */
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
