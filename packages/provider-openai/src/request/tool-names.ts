import { legalName } from "@skein/provider-kit";

/** Both interfaces take `^[a-zA-Z0-9_-]{1,64}$`. */
export function wireName(name: string): string {
  return legalName(name, { illegal: /[^a-zA-Z0-9_-]/g, maxLength: 64 });
}
