import type { JsonObject, ModelEvent } from "@skein/protocol";
import type { Owner } from "@skein/provider-kit";
import { metadataSidecar, savedPart } from "../sidecar.ts";
import type { StreamPart } from "./stream-part.ts";

type ProsePart = Extract<
  StreamPart,
  {
    type: "text-start" | "text-delta" | "text-end" | "reasoning-start" | "reasoning-delta" | "reasoning-end";
  }
>;

interface Block {
  readonly kind: "text" | "thinking";
  /** Taken when there is something to show or to keep: empty blocks are no parts. */
  part: number | undefined;
  readonly texts: string[];
  metadata: JsonObject;
}

export interface Prose {
  take(part: ProsePart, out: ModelEvent[]): void;
  closeAll(out: ModelEvent[]): void;
}

/** Texts and thoughts. A delta whose block was not opened opens it; a block that is opened again is a new one. */
export function createProse({ owner, newPart }: { owner: Owner; newPart: () => number }): Prose {
  const blocks = new Map<string, Block>();

  const partOf = (block: Block, out: ModelEvent[]): number => {
    if (block.part !== undefined) return block.part;
    block.part = newPart();
    out.push({ type: "part-start", part: block.part, kind: block.kind });
    return block.part;
  };

  const close = (key: string, out: ModelEvent[]): void => {
    const block = blocks.get(key);
    blocks.delete(key);
    if (!block) return;
    const { kind, texts, metadata } = block;
    const said = Object.keys(metadata).length > 0;
    if (block.part === undefined && !said) return;
    const part = partOf(block, out);
    const kept = said || kind === "thinking" ? { sidecar: metadataSidecar(owner, metadata) } : {};
    out.push({ type: "part-end", part, content: { type: kind, text: texts.join(""), ...kept } });
  };

  return {
    take(part, out) {
      const kind = part.type.startsWith("text") ? "text" : "thinking";
      const key = `${kind} ${part.id}`;
      if (part.type === "text-start" || part.type === "reasoning-start") close(key, out);
      const block = blocks.get(key) ?? { kind, part: undefined, texts: [], metadata: {} };
      blocks.set(key, block);
      block.metadata = merged(block.metadata, savedPart(part.providerMetadata ?? {}));
      if ("delta" in part && part.delta !== "") {
        block.texts.push(part.delta);
        out.push({ type: `${kind}-delta`, part: partOf(block, out), delta: part.delta });
      }
      if (part.type === "text-end" || part.type === "reasoning-end") close(key, out);
    },
    closeAll(out) {
      for (const key of blocks.keys()) close(key, out);
    },
  };
}

/** By the vendors' names; what comes later wins. */
export function merged(before: JsonObject, next: JsonObject): JsonObject {
  const names = Object.entries(next).filter(([, said]) => Object.keys(said ?? {}).length > 0);
  return names.reduce<JsonObject>(
    (all, [name, said]) => ({ ...all, [name]: { ...(all[name] as JsonObject), ...(said as JsonObject) } }),
    before,
  );
}
