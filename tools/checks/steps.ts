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

/** The tests: those that stand beside their packages, or (`e2e`) those that take campaigns and real servers. */
export function testStep(kind: "tests" | "e2e", filters: readonly string[]): Step {
  const config = kind === "e2e" ? ["--config", "vitest.e2e.config.ts"] : [];
  const reporters = ["--reporter=default", "--reporter=tools/checks/tally.ts"];
  const command = ["vitest", "run", "--passWithNoTests", ...config, ...reporters, ...filters];
  return { name: kind, commands: [command] };
}
