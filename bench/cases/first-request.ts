import { bareRequest, openArrivals } from "../arrivals.ts";
import { milliseconds, node, paired, type Row } from "../measure.ts";
import { peers } from "../peers.ts";
import { benchHome, skein } from "../skein.ts";

const key = "bench-key-0123456789";

const wires = [
  { name: "Anthropic", provider: "anthropic", env: (url: string) => ({ ANTHROPIC_BASE_URL: url }) },
  {
    name: "OpenAI Responses",
    provider: "openai",
    env: (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url, SKEIN_OPENAI_API: "responses" }),
  },
  {
    name: "OpenAI Chat",
    provider: "openai",
    env: (url: string) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: url, SKEIN_OPENAI_API: "chat" }),
  },
  {
    name: "Google",
    provider: "google",
    env: (url: string) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url }),
  },
] as const;

const kinds = [
  { session: "no session", flags: ["--no-session"], aim: 2.4 },
  { session: "with a session", flags: [], aim: 2.8 },
] as const;

/** From the start of the process to the moment its first request has come in whole, and the same of other agents. */
export async function firstRequest(): Promise<readonly Row[]> {
  await using arrivals = await openArrivals();
  const { url } = arrivals;
  const besideBare = async (what: string, first: () => Promise<number>, aim?: number): Promise<Row> => {
    const {
      skein: ours,
      floor,
      ratio,
    } = await paired(9, first, async () => (await arrivals.of(node, [bareRequest, url], {})).ms);
    const row = { what, skein: milliseconds(ours), floor: milliseconds(floor), value: ratio };
    return aim === undefined ? row : { ...row, aim };
  };

  const rows: Row[] = [];
  let firstBytes = 0;
  for (const { name, provider, env } of wires) {
    const environment = { ...benchHome(url), ...env(url) };
    for (const { session, flags, aim } of kinds) {
      const args = [skein, "run", "-t", "hello", "--provider", provider, ...flags];
      const first = async (): Promise<number> => {
        const { ms, bytes } = await arrivals.of(node, args, environment);
        firstBytes ||= bytes;
        return ms;
      };
      rows.push(await besideBare(`first request, ${name}, ${session} / a bare program's`, first, aim));
    }
  }
  for (const { name, task } of peers()) {
    const { command, args, env } = task(url);
    const first = async (): Promise<number> => (await arrivals.of(command, args, env)).ms;
    rows.push(await besideBare(`first request, ${name} / a bare program's`, first));
  }
  const size = String(firstBytes);
  return [
    ...rows,
    { what: "bytes of the first request", skein: size, floor: "", value: firstBytes, aim: 10_000 },
  ];
}
