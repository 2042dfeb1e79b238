import { jsonText } from "../output/json-text.ts";
import type { ModelInfo, ModelProvider } from "@skein/protocol";
import { table, widthOf } from "../output/table.ts";
import { openProvider } from "./chosen-provider.ts";

export async function listModels(wanted: string | undefined, asJson: boolean): Promise<number> {
  const { id, provider } = await openProvider(wanted);
  const offered = await provider.models();
  const models = offered.map((info) => withCatalogue(provider, info));
  const { stdout, stderr } = process;
  if (asJson) {
    stdout.write(`${jsonText({ provider: id, models }, 2)}\n`);
    return 0;
  }
  if (models.length === 0) {
    stderr.write(`${id} lists no models. Name one with --model all the same.\n`);
    return 0;
  }
  const columns = [
    { title: "MODEL", isFlexible: true },
    { title: "CONTEXT", align: "right" },
    { title: "OUTPUT", align: "right" },
    { title: "$ IN", align: "right" },
    { title: "$ OUT", align: "right" },
  ] as const;
  const rows = models.map(({ id: model, limits, price }) => [
    model,
    thousands(limits.contextTokens),
    thousands(limits.outputTokens),
    price === undefined ? "?" : String(price.input),
    price === undefined ? "?" : String(price.output),
  ]);
  stdout.write(table(columns, rows, widthOf(stdout)));
  stderr.write("Tokens; US dollars per million tokens. ?: not known.\n");
  return 0;
}

/** What the endpoint says, and where it says nothing what the provider knows. */
function withCatalogue(provider: ModelProvider, info: ModelInfo) {
  const { limits, price } = provider.model(info.id);
  return { ...info, limits: { ...limits, ...info.limits }, ...(price === undefined ? {} : { price }) };
}

function thousands(tokens: number | undefined): string {
  if (tokens === undefined) return "?";
  return tokens < 1000 ? String(tokens) : `${Math.round(tokens / 1000)}k`;
}
