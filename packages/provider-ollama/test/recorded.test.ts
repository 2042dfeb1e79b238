import { isBroken, ProviderError } from "@skein/protocol";
import { streamLawBreaks } from "@skein/provider-kit";
import { fetchOf } from "@skein/provider-conformance/servers";
import { partsOf } from "@skein/provider-conformance/cases";
import { recordedExchanges } from "@skein/test-kit";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./replies.ts";

interface Expected {
  readonly text: string;
  readonly reasoning: string;
  readonly toolCalls: readonly { readonly id: string; readonly name: string; readonly args: unknown }[];
  readonly stop: string | null;
  readonly usage: Record<string, unknown> | null;
  readonly error: { readonly message: string; readonly httpStatus: number } | null;
}

const all = recordedExchanges<Expected>(["ollama"], (line) => `${line}\n`);

describe.skipIf(all.length === 0)("recorded traffic", () => {
  it("is there", () => expect(all.length).toBeGreaterThan(2));

  it.each(all.filter(({ expected }) => !expected.error))(
    "$name reads as its oracle says, at every cut",
    async ({ bytes, status, headers, wire, expected }) => {
      const type = { "content-type": wire === "json" ? "application/json" : "application/x-ndjson" };
      for (const cut of [1, 3, 64, 65_536]) {
        const { events, error } = await outcomeOf({
          fetch: fetchOf(bytes, cut, status, { ...headers, ...type }),
        });
        expect(error).toBeUndefined();
        expect(streamLawBreaks(events)).toEqual([]);
        const parts = partsOf(events);
        const said = (kind: "text" | "thinking") =>
          parts.map((part) => (part.type === kind ? part.text : "")).join("");
        const end = events.at(-1) as { readonly rawStop: string; readonly rawUsage?: object };
        expect({
          text: said("text"),
          reasoning: said("thinking"),
          toolCalls: parts.flatMap((part) =>
            part.type === "tool-call" && !isBroken(part)
              ? [{ id: part.id, name: part.name, args: part.input }]
              : [],
          ),
          stop: end.rawStop,
        }).toEqual({
          text: expected.text,
          reasoning: expected.reasoning,
          toolCalls: expected.toolCalls.map(({ id, name, args }) => ({ id, name, args })),
          stop: expected.stop,
        });
        expect(end.rawUsage).toMatchObject(expected.usage ?? {});
      }
    },
  );

  it.each(all.filter(({ expected }) => expected.error))(
    "$name fails as the vendor meant it",
    async ({ bytes, status, headers, expected }) => {
      const { error } = await outcomeOf({ fetch: fetchOf(bytes, 7, status, headers) });
      expect(ProviderError.is(error)).toBe(true);
      expect((error as ProviderError).message).toContain(expected.error!.message);
      expect((error as ProviderError).hint).toContain("ollama pull");
    },
  );
});
