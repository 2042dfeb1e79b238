#include "launcher.h"

#include <stdlib.h>
#include <string.h>

// Layout, little-endian: id, deadline, limit of the output (low, high), number of arguments, of variables, 1 where the
// newest output is kept; each has 4 bytes. Then texts, each with a NUL at its end: folder, cwd, mark, arguments, variables.
enum { HEADER = 28, FIXED_TEXTS = 3 };

static uint32_t number_at(const char *body, size_t at) {
  const unsigned char *byte = (const unsigned char *)body + at;
  return byte[0] | (uint32_t)byte[1] << 8 | (uint32_t)byte[2] << 16 | (uint32_t)byte[3] << 24;
}

static size_t count_texts(const char *texts, size_t length) {
  size_t count = 0;
  for (size_t at = 0; at < length; at++) count += texts[at] == '\0';
  return count;
}

static int has_mark(const struct request *request) {
  for (char **variable = request->envp; *variable; variable++)
    if (strcmp(*variable, request->mark) == 0) return 1;
  return 0;
}

struct request *parse_request(char *body, size_t length) {
  if (length <= HEADER || length > MAX_REQUEST || body[length - 1] != '\0') return NULL;
  uint32_t argc = number_at(body, 16), envc = number_at(body, 20);
  // Both are bounded by the length, so that sums cannot overflow.
  if (argc == 0 || argc > length || envc > length) return NULL;
  size_t count = (size_t)argc + envc + FIXED_TEXTS;
  if (count_texts(body + HEADER, length - HEADER) != count) return NULL;

  struct request *request = calloc(1, sizeof *request);
  char **words = calloc(count + 2, sizeof *words);
  if (!request || !words) {
    free(request);
    free(words);
    return NULL;
  }
  request->id = number_at(body, 0);
  request->deadline_ms = number_at(body, 4);
  request->max_output = number_at(body, 8) | (uint64_t)number_at(body, 12) << 32;
  request->keeps_newest = number_at(body, 24) == 1;
  char *text = body + HEADER;
  const char **fixed[FIXED_TEXTS] = {&request->folder, &request->cwd, &request->mark};
  for (int at = 0; at < FIXED_TEXTS; at++, text += strlen(text) + 1) *fixed[at] = text;
  request->argv = words;
  request->envp = words + argc + 1;
  for (uint32_t at = 0; at < argc; at++, text += strlen(text) + 1) request->argv[at] = text;
  for (uint32_t at = 0; at < envc; at++, text += strlen(text) + 1) request->envp[at] = text;

  if (request->folder[0] == '/' && request->argv[0][0] == '/' && strchr(request->mark, '=') && has_mark(request))
    return request;
  free_request(request);
  return NULL;
}

void free_request(struct request *request) {
  free(request->argv);
  free(request);
}
