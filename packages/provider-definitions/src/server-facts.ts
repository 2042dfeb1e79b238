import { isJsonObject, type JsonObject, type JsonValue, type ModelLimits } from "@skein/protocol";
import { limitsIn, mediaIn, objectIn } from "@skein/provider-kit";

/** Where servers say what the models that they run can, beside the list that all have. */
export const serverFactsNames = ["llamacpp", "lmstudio"] as const;

export type ServerFactsName = (typeof serverFactsNames)[number];

export interface ServerFacts {
  /** From the root of the host. */
  readonly path: string;
  readonly read: (answer: JsonValue | undefined, modelId: string) => ModelLimits;
}

export const serverFacts: Readonly<Record<ServerFactsName, ServerFacts>> = {
  // One model, with the window of one of its slots. github.com/ggml-org/llama.cpp, tools/server/README.md, read 2026-11-30.
  llamacpp: {
    path: "/props",
    read(answer) {
      const props = objectIn(answer);
      return {
        ...limitsIn(objectIn(props["default_generation_settings"])["n_ctx"], undefined),
        ...mediaIn({ images: objectIn(props["modalities"])["vision"], pdfs: undefined }),
      };
    },
  },
  // A model that is not loaded has only the largest window it could have. lmstudio.ai/docs/api/rest-api, read 2026-11-30.
  lmstudio: {
    path: "/api/v0/models",
    read(answer, modelId) {
      const all = objectIn(answer)["data"];
      const model = modelOf(Array.isArray(all) ? all : [], modelId);
      const { type } = model;
      return {
        ...limitsIn(model["loaded_context_length"], undefined),
        ...(typeof type === "string" ? { images: type === "vlm" } : {}),
      };
    },
  },
};

function modelOf(models: readonly JsonValue[], id: string): JsonObject {
  return models.filter(isJsonObject).find((model) => model["id"] === id) ?? {};
}
