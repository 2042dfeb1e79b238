export { createDemoProject, demoTask } from "./demo-project.ts";
export { demoScript } from "./demo-script.ts";
export { testDemo, type TestRun } from "./run-tests.ts";
