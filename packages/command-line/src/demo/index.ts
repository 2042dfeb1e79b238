export { createDemoProject, demoTask } from "./demo-project.ts";
export { demoScript } from "./demo-script.ts";
export { runTests, type TestRun } from "./run-tests.ts";
