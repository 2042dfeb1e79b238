import type { FoundSecret } from "../findings.ts";
import type { Decided, PlanItem } from "./plan-item.ts";
import type { CurrentSetup } from "./current-setup.ts";

/** Keys of providers. Their values are never shown. */
export async function planSecrets(
  found: readonly FoundSecret[],
  { secrets: store }: CurrentSetup,
  overwrite: boolean,
): Promise<Decided> {
  const items: PlanItem[] = [];
  const secrets: FoundSecret[] = [];
  for (const secret of found) {
    const kept = await store.get(secret.name);
    const common = { area: "secrets", subject: secret.name, file: secret.file } as const;
    if (kept === secret.value) items.push({ ...common, action: "same" });
    else if (kept !== undefined && !overwrite) {
      const remedy = { do: "overwrite", replaces: [secret.name] } as const;
      items.push({ ...common, action: "keep", why: "Skein keeps another", remedy });
    } else {
      items.push({
        ...common,
        action: kept === undefined ? "add" : "change",
        after: "a key, which is not shown",
      });
      secrets.push(secret);
    }
  }
  return { items, secrets };
}
