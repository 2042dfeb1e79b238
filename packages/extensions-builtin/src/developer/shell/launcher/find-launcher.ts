import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The program of the optional package `@skein/launcher`; `undefined` where it is not installed, or not for this platform. */
export function findLauncher(): string | undefined {
  const { platform, arch } = process;
  try {
    const name = `@skein/launcher/bin/${platform}-${arch}/skein-launcher`;
    const program = fileURLToPath(import.meta.resolve(name));
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}
