import { spawnSync } from "node:child_process";
import { inheritedVariables } from "@skein/platform/variables";

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly ok: boolean;
  /** One line a test. */
  readonly lines: readonly string[];
}

export interface TestProgram {
  /** Node.js: an absolute path. */
  readonly node: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs the project's own tests, outside the agent. */
export function testDemo(folder: string, program: TestProgram): TestRun {
  const env = inheritedVariables("command", program.env);
  const args = ["--test", "--test-reporter=tap"];
  const { status, stdout } = spawnSync(program.node, args, { cwd: folder, env, encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /^(?:not )?ok \d+ - /.test(line));
  const failed = lines.filter((line) => line.startsWith("not ok")).length;
  return {
    passed: lines.length - failed,
    failed,
    ok: status === 0 && failed === 0 && lines.length > 0,
    lines: lines.map((line) => line.replace(/^not ok \d+ - /, "✗ ").replace(/^ok \d+ - /, "✓ ")),
  };
}
