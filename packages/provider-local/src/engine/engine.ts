import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Llama, LlamaContext, LlamaContextSequence, LlamaModel } from "node-llama-cpp";
import type { Owner } from "@skein/provider-kit";
import { libraryError, loadError, localError } from "../errors.ts";
import { loadNodeLlamaCpp } from "../later.ts";
import type { LocalSettings } from "../settings.ts";
import { createTurns, type Turns } from "./turns.ts";

/** llama.cpp, and the models that it has loaded. */
export interface Engine {
  /** Loads a model once. Throws `ProviderError`. */
  open(owner: Owner): Promise<OpenModel>;
  close(): Promise<void>;
}

/** A model in memory. */
export interface OpenModel {
  readonly llama: Llama;
  readonly model: LlamaModel;
  readonly context: LlamaContext;
  /** What the model has read and written. It begins with what the next request repeats, so that is not read again. */
  readonly sequence: LlamaContextSequence;
  /** One request after the other. */
  readonly turns: Turns;
}

/** The template that the model's file has for conversations. */
export function chatTemplate({ model }: Pick<OpenModel, "model">): string | undefined {
  return model.fileInfo.metadata.tokenizer.chat_template;
}

/** Largest context window unless the settings name one, in tokens: its memory grows with it. */
const usualContextTokens = 32_768;

/** Creates an engine that loads nothing yet. */
export function createEngine(settings: LocalSettings): Engine {
  let llama: Promise<Llama> | undefined;
  const models = new Map<string, Promise<OpenModel>>();

  async function load(owner: Owner, path: string): Promise<OpenModel> {
    llama ??= startLlama(owner, settings.gpu);
    const started = await llama.catch((error: unknown) => {
      llama = undefined;
      throw error;
    });
    return openModel(started, settings, path).catch((error: unknown) => {
      throw loadError(owner, path, error);
    });
  }

  return {
    open(owner) {
      const path = findFile(owner, settings.folder);
      const opened = models.get(path) ?? load(owner, path);
      models.set(path, opened);
      opened.catch(() => models.delete(path));
      return opened;
    },
    async close() {
      const started = await llama?.catch(() => undefined);
      models.clear();
      llama = undefined;
      await started?.dispose();
    },
  };
}

/** Never compiles and never downloads: only the binaries that were installed are used. */
async function startLlama(owner: Owner, gpu = true): Promise<Llama> {
  try {
    const { getLlama, LlamaLogLevel } = await loadNodeLlamaCpp();
    keepAlive();
    return await getLlama({
      build: "never",
      skipDownload: true,
      progressLogs: false,
      logLevel: LlamaLogLevel.disabled,
      gpu: gpu ? "auto" : false,
    });
  } catch (error) {
    throw libraryError(owner, error);
  }
}

/**
 * A library of node-llama-cpp ends the process at each signal that no one else listens to. Node ignores this one, which comes
 * with a write beyond a limit of file sizes: the write fails, and the process goes on.
 */
function keepAlive(): void {
  if (!process.listeners("SIGXFSZ").includes(doNothing)) process.on("SIGXFSZ", doNothing);
}

const doNothing = (): void => undefined;

async function openModel(llama: Llama, settings: LocalSettings, path: string): Promise<OpenModel> {
  const model = await llama.loadModel({ modelPath: path });
  try {
    const max = Math.min(model.trainContextSize, settings.contextTokens ?? usualContextTokens);
    const threads = settings.threads === undefined ? {} : { threads: settings.threads };
    const context = await model.createContext({ contextSize: { max }, sequences: 1, ...threads });
    return { llama, model, context, sequence: context.getSequence(), turns: createTurns() };
  } catch (error) {
    await model.dispose();
    throw error;
  }
}

/** The file that a model's id names: in the folder, or anywhere. Throws `ProviderError` `not-found`. */
function findFile(owner: Owner, folder: string | undefined): string {
  const { model } = owner;
  const isName = folder !== undefined && !/[\\/]/.test(model);
  const named = isName ? join(folder, model.endsWith(".gguf") ? model : `${model}.gguf`) : undefined;
  const path = [named, resolve(model)].find((file) => file !== undefined && existsSync(file));
  if (path !== undefined) return path;
  throw localError("not-found", owner, `Model file not found: ${named ?? model}.`, {
    hint: "Pass the name of a model that was added, or the path of a GGUF file.",
  });
}
