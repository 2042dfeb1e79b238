export { createDemoProject, demoTask } from "./demo/demo-project.ts";
export { demoScript } from "./demo/demo-script.ts";
export { runTests, type TestRun } from "./demo/run-tests.ts";
