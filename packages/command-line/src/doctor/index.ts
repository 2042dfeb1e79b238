export { checkMachine, type MachineCheckOptions } from "./checks/check-machine.ts";
export { checkSystem, type Versions } from "./checks/check-system.ts";
export { problemsOf, type CheckArea, type CheckFinding } from "./checks/finding.ts";
