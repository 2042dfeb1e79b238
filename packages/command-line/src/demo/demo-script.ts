import type { AssistantPart } from "@skein/protocol";
import { testCommand } from "./demo-project.ts";

/** The model's side of the demo. Only this is scripted: each call below is really judged, run and journaled. */
export const demoScript: readonly (readonly AssistantPart[])[] = [
  [
    { type: "text", text: "I will run the tests and look at the project at the same time." },
    { type: "tool-call", id: "demo_1", name: "shell", input: { command: testCommand } },
    { type: "tool-call", id: "demo_2", name: "tree", input: {} },
  ],
  [
    { type: "text", text: "Two of three tests fail, and both have items in the cart. I will read the code." },
    { type: "tool-call", id: "demo_3", name: "read", input: { path: "src/cart.js" } },
    { type: "tool-call", id: "demo_4", name: "read", input: { path: "test/cart.test.js" } },
  ],
  [
    {
      type: "text",
      text: "The loop starts at index 1, so the first item is never counted. I will fix that.",
    },
    {
      type: "tool-call",
      id: "demo_5",
      name: "edit",
      input: { path: "src/cart.js", old_text: "let index = 1;", new_text: "let index = 0;" },
    },
  ],
  [
    { type: "text", text: "Now the tests again." },
    { type: "tool-call", id: "demo_6", name: "shell", input: { command: testCommand } },
  ],
  [
    {
      type: "text",
      text: "Fixed. The loop in src/cart.js began at index 1 and left out the first item of every cart; it now begins at 0. All three tests pass.",
    },
  ],
];
