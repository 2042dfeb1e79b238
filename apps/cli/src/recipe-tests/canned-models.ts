import { scriptedProvider, tapeModel } from "@skein/provider-replay";
import type { CannedModels } from "@skein/command-line/recipe-tests";

/** Tests do not wait. */
const retry = { clock: { sleep: () => Promise.resolve() } };

export const cannedModels: CannedModels = {
  script: (path) => scriptedProvider({ retry }).model(path),
  tape: (text) => tapeModel(text, { verify: false }),
};
