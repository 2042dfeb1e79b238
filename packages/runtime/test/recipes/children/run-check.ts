// Runs one check; to be killed in the middle. Arguments: the folder, the command.
import { shellChecks } from "../../../src/recipes/shell-checks.ts";

const [cwd = "", command = ""] = process.argv.slice(2);
const checks = shellChecks({ maxRetries: 1, checks: [{ type: "shell", command }] }, { cwd });
await checks.check(1, new AbortController().signal);
