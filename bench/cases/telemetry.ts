import { openArrivals } from "../arrivals.ts";
import { milliseconds, node, paired, type Row } from "../measure.ts";
import { benchHome, skein } from "../skein.ts";

/** Nothing listens there: what is sent is lost, and the request to the model does not wait for it. */
const receiver = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9" };

/** From the start of the process to its first request, with telemetry beside without. */
export async function telemetry(): Promise<readonly Row[]> {
  await using arrivals = await openArrivals();
  const { url } = arrivals;
  const off = benchHome(url);
  const args = [skein, "run", "-t", "hello", "--no-session"];
  const first = async (env: Readonly<Record<string, string>>) => (await arrivals.of(node, args, env)).ms;
  const {
    skein: on,
    floor,
    ratio,
  } = await paired(
    9,
    () => first({ ...off, ...receiver }),
    () => first(off),
  );
  return [
    {
      what: "first request with telemetry / without an endpoint",
      skein: milliseconds(on),
      floor: milliseconds(floor),
      value: ratio,
    },
  ];
}
