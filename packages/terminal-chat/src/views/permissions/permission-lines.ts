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

/** What is decided of a shell command and of each of its parts, and why. */
export function explanationLines(found: Awaited<ReturnType<typeof explainCommand>>): readonly string[] {
  const { decision, by, reason, remedies, segments } = found;
  return [
    `${decision}: ${by}`,
    ...(reason === null ? [] : [reason]),
    ...(remedies.length === 0 ? [] : [`Rules that would allow it: ${remedies.join(", ")}`]),
    ...segments.map(
      (part) =>
        `  ${part.decision.padEnd(6)} ${part.text}  (${part.by}${part.reason === null ? "" : `: ${part.reason}`})`,
    ),
  ];
}
