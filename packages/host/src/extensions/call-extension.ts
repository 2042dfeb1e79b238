import { ConfigError, describeFailure, isFailure, extractText, type JsonObject } from "@skein/protocol";
import { mcp } from "@skein/extensions";
import { withLogin } from "../logins/with-login.ts";
import type { ReferenceSources } from "../settings/look-up-reference.ts";
import { configuredExtension, serverOf } from "./configured-extension.ts";
import type { InspectOptions } from "./inspect-extension.ts";

export interface CalledTool {
  readonly isFailure: boolean;
  /** What the model would read. */
  readonly text: string;
}

/** Starts a configured extension and calls one of its tools, as a person who tries it. Throws `ConfigError` and `ExtensionError`. */
export async function callExtension(
  sources: ReferenceSources,
  name: string,
  { tool, input, cwd, signal }: InspectOptions & { readonly tool: string; readonly input: JsonObject },
): Promise<CalledTool> {
  const extension = await configuredExtension(sources.machine, cwd, name);
  const opened = mcp(withLogin(await serverOf(sources, cwd, extension), sources));
  try {
    const tools = await opened.tools(signal);
    if (!tools.some((one) => one.name === tool)) {
      throw new ConfigError("usage", `The extension "${name}" offers no tool "${tool}".`, {
        hint: `It offers: ${tools.map((one) => one.name).join(", ")}.`,
      });
    }
    const context = { session: "", callId: "", cwd, signal, progress: () => {}, callFolder: undefined };
    const outcome = await opened.callTool(tool, input, context);
    return isFailure(outcome)
      ? { isFailure: true, text: describeFailure(tool, outcome) }
      : { isFailure: false, text: extractText(outcome.content) };
  } finally {
    await opened.close();
  }
}
