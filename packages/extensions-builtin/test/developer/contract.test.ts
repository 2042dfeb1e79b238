import { extensionContract } from "@skein/extension-kit/contract";
import { developer } from "../../src/developer/index.ts";

extensionContract("developer", () => ({
  extension: developer(),
  works: { tool: "shell", input: { command: "true" } },
  misfits: { tool: "shell", input: { command: 7 } },
  lasts: { tool: "shell", input: { command: "sleep 20" } },
}));
