import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { approvals } from "./scenes/approvals.ts";
import { connections } from "./scenes/connections.ts";
import { extensionPages } from "./scenes/extension-pages.ts";
import { journeys } from "./scenes/journeys.ts";
import { loads } from "./scenes/loads.ts";
import { logins } from "./scenes/logins.ts";
import { screens } from "./scenes/screens.ts";
import { browserProgram, openStage } from "./stage.ts";

// npm run web:show [-- --only TEXT] [--pictures FOLDER]: the browser app in Debian's chromium, with a scripted model. Ends with
// 1 when a scene fails. With a folder, pictures of the screens are written there.
const { values } = parseArgs({ options: { only: { type: "string" }, pictures: { type: "string" } } });

if (!existsSync(browserProgram)) {
  console.log(`No browser at ${browserProgram} (apt-get install chromium): nothing was shown.`);
  process.exit(1);
}

const all = [
  ...screens(values.pictures),
  ...approvals,
  ...connections,
  ...extensionPages,
  ...journeys,
  ...logins,
  ...loads,
];
const wanted = all.filter(({ name }) => values.only === undefined || name.includes(values.only));
await using stage = await openStage();
let failed = 0;
for (const { name, play } of wanted) {
  const startedAt = performance.now();
  try {
    const figures = await play(stage);
    console.log(`${passed(startedAt)}${name}${figures === "" ? "" : `: ${figures}`}`);
  } catch (problem) {
    failed++;
    console.log(`FAILED  ${name}\n        ${problem instanceof Error ? problem.message : String(problem)}`);
  }
}
console.log(`${wanted.length} scenes, ${failed} failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function passed(startedAt: number): string {
  return `shown   ${`${((performance.now() - startedAt) / 1000).toFixed(1)} s`.padStart(7)}  `;
}
