import type { explainCommand, listPermissions } from "@skein/host/permissions";

/** The permission mode, the rules with their places, and remembered answers. */
export function permissionLines(listed: Awaited<ReturnType<typeof listPermissions>>): readonly string[] {
  const { mode, modeFrom, rules, remembered } = listed;
  return [
    `Permission mode: ${mode} (${modeFrom})`,
    ...(rules.length === 0 ? ["No permission rules."] : []),
    ...rules.map(
      ({ decision, rule, source }) =>
        `${decision.padEnd(6)} ${rule}${source === null ? "" : `  (${source})`}`,
    ),
    ...(remembered.length === 0 ? [] : ["Always allowed by an answer:"]),
    ...remembered.map(({ tool, input, rules: covered, cwd }) => {
      const call = input === null ? tool : `${tool} ${JSON.stringify(input)}`;
      return `  ${covered.length > 0 ? covered.join(", ") : call}${cwd === null ? "" : ` in ${cwd}`}`;
    }),
  ];
}

/** A rule that lets a program run anything, and what to write in its place. */
export function broadRuleLines({ what, narrower }: Explained["warnings"][number]): readonly string[] {
  return [`Warning: ${what}`, ...(narrower.length === 0 ? [] : [`  Narrower: ${narrower.join(", ")}`])];
}

type Explained = Awaited<ReturnType<typeof explainCommand>>;

/** What is decided of a shell command and of each of its parts, and why. */
export function explanationLines(found: Explained): readonly string[] {
  const { decision, by, reason, remedies, segments, warnings } = found;
  return [
    `${decision}: ${by}`,
    ...(reason === null ? [] : [reason]),
    ...(remedies.length === 0 ? [] : [`Rules that would allow it: ${remedies.join(", ")}`]),
    ...warnings.flatMap(broadRuleLines),
    ...segments.map(
      (part) =>
        `  ${part.decision.padEnd(6)} ${part.text}  (${part.by}${part.reason === null ? "" : `: ${part.reason}`})`,
    ),
  ];
}
