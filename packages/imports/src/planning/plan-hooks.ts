import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@skein/protocol";
import type { FoundHook } from "../findings.ts";
import { mapOf } from "../reading/read-file.ts";
import type { CurrentSetup } from "./current-setup.ts";
import type { Decided, PlanItem } from "./plan-item.ts";

/** Hooks come beside those that Skein has. */
export function planHooks(found: readonly FoundHook[], { config }: Pick<CurrentSetup, "config">): Decided {
  const items: PlanItem[] = [];
  const lists = new Map<string, readonly JsonValue[]>();
  for (const { event, group, said, file } of found) {
    const current = lists.get(event) ?? listIn(mapOf(config["hooks"])[event]);
    const isThere = current.some((one) => isDeepStrictEqual(one, group));
    items.push({ area: "hooks", action: isThere ? "same" : "add", subject: said, file });
    if (!isThere) lists.set(event, [...current, group]);
  }
  const changes = [...lists].map(([event, groups]) => ({ path: ["hooks", event], value: [...groups] }));
  return { items, config: changes };
}

function listIn(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}
