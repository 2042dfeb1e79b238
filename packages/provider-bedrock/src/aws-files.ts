/** Where AWS's own files are, and which of their sections counts; what is not said is where AWS's tools look. */
export interface AwsFiles {
  readonly profile?: string;
  readonly filepath?: string;
  readonly configFilepath?: string;
}

export function awsFiles(
  profile: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): AwsFiles {
  const said = {
    profile: profile ?? env["AWS_PROFILE"],
    filepath: env["AWS_SHARED_CREDENTIALS_FILE"],
    configFilepath: env["AWS_CONFIG_FILE"],
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => (value ?? "").trim() !== ""));
}
