/** One check: commands that run one after the other until one fails. */
export interface Step {
  readonly name: string;
  readonly commands: readonly (readonly string[])[];
}

/** The longest first: two run at a time. */
export const staticSteps: readonly Step[] = [
  { name: "lint", commands: [["oxlint"]] },
  { name: "unused code", commands: [["knip"]] },
  { name: "types", commands: [["tsc", "-b"]] },
  { name: "structure", commands: [[process.execPath, "tools/structure/check.ts"]] },
  { name: "format", commands: [["oxfmt", "--check"]] },
];

export function testStep(filters: readonly string[]): Step {
  const reporters = ["--reporter=default", "--reporter=tools/checks/tally.ts"];
  return { name: "tests", commands: [["vitest", "run", "--passWithNoTests", ...reporters, ...filters]] };
}
