#include "launcher.h"

#include <string.h>
#include <sys/prctl.h>

// The last argument is only there to be overwritten: the system shows the memory that the arguments began in.
static char *start;
static size_t space;

void keep_title_space(char **argv) {
  start = argv[0];
  char **last = argv;
  while (last[1]) last++;
  space = (size_t)(*last + strlen(*last) + 1 - start);
}

int set_title(const char *first, const char *second) {
  size_t lengths[] = {strlen(first) + 1, strlen(second) + 1};
  if (lengths[0] + lengths[1] >= space) return -1;
  memset(start, 0, space);
  memcpy(start, first, lengths[0]);
  memcpy(start + lengths[0], second, lengths[1]);
  prctl(PR_SET_NAME, first);
  return 0;
}
