/**
 * What programs of READMEs need from those who run them, by package. Without it, a program ends with an error of one line
 * that says so. A program that needs nothing has no row here.
 */
export const readmeNeeds: Readonly<Record<string, string>> = {
  "@skein/journal-postgres": "Postgres",
  "@skein/queue-postgres": "Postgres",
  "@skein/provider-acp": "goose",
  "@skein/provider-ai-sdk": "OPENAI_API_KEY",
  "@skein/provider-anthropic": "ANTHROPIC_API_KEY",
  "@skein/provider-bedrock": "AWS_BEARER_TOKEN_BEDROCK",
  "@skein/provider-google": "GEMINI_API_KEY",
  "@skein/provider-local": "qwen3-4b.gguf",
  "@skein/provider-ollama": "127.0.0.1:11434",
  "@skein/provider-openai": "OPENAI_API_KEY",
  "@skein/provider-vertex": "gcloud auth application-default login",
};
