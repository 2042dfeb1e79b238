export { checkMachine, type CheckOptions } from "./checks/check-machine.ts";
export { checkSystem, type Versions } from "./checks/check-system.ts";
export { problemsOf, type CheckArea, type Finding } from "./checks/finding.ts";
