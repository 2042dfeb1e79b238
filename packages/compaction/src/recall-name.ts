import type { ContextView } from "@skein/protocol";

/** The tool with which the model can look up what is hidden; `undefined` when there is no such tool. */
export function recallName({ request }: Pick<ContextView, "request">): string | undefined {
  return request.tools.find(({ name }) => name === "recall" || name.endsWith("__recall"))?.name;
}
