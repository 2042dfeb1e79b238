import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { ProviderError } from "@skein/protocol";
import { providerAt, serverFor } from "../send-request.ts";
import { serve } from "../servers/scripted-server.ts";
import { always } from "./case.ts";
import type { ConformanceCase } from "./case.ts";

export const modelConformance: readonly ConformanceCase[] = [
  {
    id: "models/list",
    title: "reads which models there are",
    notApplicable: always,
    async run(subject) {
      await using server = await serverFor(subject, []);
      const models = await providerAt(subject, server.url).models();
      deepStrictEqual(
        models.map(({ id }) => id),
        subject.dialect.models.ids,
      );
    },
  },
  {
    id: "models/check",
    title: "proves a good key with one request, and a bad one fails with auth",
    notApplicable: always,
    async run(subject) {
      await using good = await serverFor(subject, []);
      await providerAt(subject, good.url).check();
      deepStrictEqual(good.requests.length, 1);
      const body = Buffer.from('{"error":{"message":"Who are you?"}}');
      await using bad = await serve(() => ({ status: 401, contentType: "application/json", body }));
      await rejects(providerAt(subject, bad.url).check(), (error) => {
        ok(ProviderError.is(error));
        deepStrictEqual([error.code, error.retryable], ["auth", false]);
        return true;
      });
    },
  },
];
