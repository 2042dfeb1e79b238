import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { cableTo, type Cable } from "../../../packages/test-kit/src/index.ts";
import { plannedModel, type AskedModel } from "./planned-models.ts";
import type { PlannedRun } from "./planned-run.ts";
import { startWorker, type Said, type WorkerProcess } from "./worker-process.ts";

export interface ClusterOptions {
  readonly workers: number;
  readonly program: string;
  /** Of the database, on 127.0.0.1. */
  readonly port: number;
  readonly runs: readonly PlannedRun[];
  readonly folder: string;
  readonly onAsked: (asked: AskedModel) => void;
  readonly onSaid: (said: Said) => void;
}

/** Workers with a home, a model, and a cable to the database each, as if each were on a machine of its own. */
export interface Cluster extends AsyncDisposable {
  readonly workers: readonly WorkerProcess[];
  readonly cables: readonly Cable[];
  /** Kills it, and starts another one in its place. */
  replace(worker: number): Promise<void>;
}

export async function openCluster({ workers: count, ...options }: ClusterOptions): Promise<Cluster> {
  const models = await Promise.all(
    Array.from({ length: count }, (_, worker) => plannedModel(options.runs, worker, options.onAsked)),
  );
  const cables = await Promise.all(models.map(() => cableTo(options.port)));
  const start = (worker: number): WorkerProcess =>
    startWorker({
      worker,
      program: options.program,
      home: homeOf(worker),
      onSaid: options.onSaid,
      env: {
        SKEIN_DATABASE_URL: `postgres://skein@127.0.0.1:${cables[worker]!.port}/postgres`,
        SKEIN_NO_KEYRING: "1",
        SKEIN_SANDBOX: "off",
        ANTHROPIC_API_KEY: "sk-ant-test-key-0123456789",
        ANTHROPIC_BASE_URL: models[worker]!.url,
        NODE_COMPILE_CACHE: join(options.folder, "compiled"),
      },
    });
  const homeOf = (worker: number): string => join(options.folder, `worker-${worker}`);
  const workers = models.map((_, worker) => {
    mkdirSync(homeOf(worker));
    return start(worker);
  });
  return {
    workers,
    cables,
    async replace(worker) {
      const old = workers[worker]!;
      old.signal("SIGKILL");
      await old.ended;
      workers[worker] = start(worker);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(workers.map((worker) => worker.end()));
      await Promise.all([...models, ...cables].map((one) => one[Symbol.asyncDispose]()));
    },
  };
}
