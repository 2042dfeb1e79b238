import type { ContextView } from "@skein/protocol";

/** The name under which the model can look up what is hidden; `undefined` when it cannot. */
export function recallName({ request }: Pick<ContextView, "request">): string | undefined {
  return request.tools.find(({ name }) => name === "recall" || name.endsWith("__recall"))?.name;
}
