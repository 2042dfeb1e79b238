export { machineOf } from "./machine-of.ts";
export { hostWith, shell, text } from "./scripted-host.ts";
