// Model lists, which users see when they choose a model, and with which a key
// is tested.
import { deepStrictEqual, ok, rejects } from "node:assert/strict";
import { ProviderError } from "@skein/protocol";
import { providerAt, serverFor } from "../send-request.ts";
import { serveScript } from "../servers/scripted-server.ts";
import { always, type ConformanceCase } from "./case.ts";

/**
 * Cases about `ModelProvider.models` and `ModelProvider.check`.
 *
 * The list has the form that the dialect gives it; ids must be those that
 * `ModelProvider.model` accepts.
 *
 * A provider that returns ids in another form than it accepts makes every
 * choice from the list fail with `not-found`, on the first request instead of
 * at setup.
 */
export const modelConformance: readonly ConformanceCase[] = [
  {
    // Only models that can reply: lists of some vendors contain embedding
    // models too. A model that cannot reply must not be offered: its first
    // request would fail after the user has already configured it.
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
    // One request must be enough: users wait for it. A key must be tested
    // without generating text, which would cost money at each setup.
    id: "models/check",
    title: "proves a good key with one request, and a bad one fails with auth",
    notApplicable: always,
    async run(subject) {
      await using good = await serverFor(subject, []);
      await providerAt(subject, good.url).check();
      deepStrictEqual(good.requests.length, 1);
      const body = Buffer.from('{"error":{"message":"Who are you?"}}');
      // A body that no vendor sends: the status alone must be enough.
      await using bad = await serveScript(() => ({ status: 401, contentType: "application/json", body }));
      await rejects(providerAt(subject, bad.url).check(), (error) => {
        ok(ProviderError.is(error));
        deepStrictEqual([error.code, error.retryable], ["auth", false]);
        return true;
      });
    },
  },
];
