import type { Scene } from "./scenes/scene.ts";
import { approvals } from "./scenes/approvals.ts";
import { connections } from "./scenes/connections.ts";
import { extensionPages } from "./scenes/extension-pages.ts";
import { journeys } from "./scenes/journeys.ts";
import { loads } from "./scenes/loads.ts";
import { logins } from "./scenes/logins.ts";
import { screens } from "./scenes/screens.ts";

/** @param pictures - folder for pictures of the screens. Default: none are made. */
export function allScenes(pictures?: string): readonly Scene[] {
  return [
    ...screens(pictures),
    ...approvals,
    ...connections,
    ...extensionPages,
    ...journeys,
    ...logins,
    ...loads,
  ];
}
