export { actionInputs } from "./inputs/action-inputs.ts";
export { readInputs } from "./inputs/read-inputs.ts";
export { readEvent } from "./event/read-event.ts";
export { mayStart } from "./event/may-start.ts";
export { triggerOf } from "./event/trigger.ts";
export type { CiPorts } from "./ci-ports.ts";
export { runCi, type CiRequest } from "./run-ci.ts";
