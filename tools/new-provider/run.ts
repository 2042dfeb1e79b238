import { parseArgs } from "node:util";
import { scaffold, ScaffoldError } from "./scaffold.ts";
import { wires } from "./wires.ts";

// npm run new-provider -- NAME --wire openai-chat|anthropic|gemini|own
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { wire: { type: "string" } },
});
const [name] = positionals;

if (name === undefined || typeof values["wire"] !== "string") {
  console.error(`Say the vendor's name and its wire: npm run new-provider -- my-vendor --wire openai-chat
Wires: ${Object.keys(wires).join(", ")}. The guide is docs/write-a-provider.md.`);
  process.exitCode = 2;
} else {
  try {
    const { folder, files, changed } = scaffold(process.cwd(), name, values["wire"]);
    console.log(`Made ${folder}: ${files.length} files. Changed: ${changed.join(", ")}.

Next:
  npm run x -- pnpm install --no-frozen-lockfile
  npm run format
  npm run x -- vitest run ${folder}

Then go by docs/write-a-provider.md: the address and the key's header first.`);
  } catch (error) {
    if (!(error instanceof ScaffoldError)) throw error;
    console.error(error.message);
    process.exitCode = 2;
  }
}
