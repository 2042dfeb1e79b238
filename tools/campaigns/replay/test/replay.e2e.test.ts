import { describe, expect, it } from "vitest";
import { prove } from "../prove.ts";
import { wires } from "../wires.ts";

describe("a session recorded over a real socket", () => {
  it.each(Object.keys(wires))("replays byte for byte without network, key and tools: %s", async (wire) => {
    const proof = await prove(wire);
    expect(proof.problems).toEqual([]);
    expect(proof).toMatchObject({ requests: 5, equal: 5, bodies: 6, equalBodies: 6 });
    expect(proof.changed.difference).toContain('/system: recorded "');
  });
});
