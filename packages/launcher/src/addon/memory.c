/* An addon for Node: gives memory that was freed back to the system, which the C library does only from the end of its heaps. */
#include <malloc.h>
#include <stddef.h>

/* The few parts of Node-API that it needs, as https://nodejs.org/api/n-api.html has them; their binary form is stable. */
typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
extern int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
napi_value napi_register_module_v1(napi_env, napi_value);

static napi_value give_back(napi_env env, napi_callback_info info) {
  (void)env;
  (void)info;
  malloc_trim(0);
  return NULL;
}

/* The module is the function. `NULL` would be the object that was handed in, which cannot be called. */
napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  napi_value function = exports;
  (void)napi_create_function(env, "giveBackMemory", 14, give_back, NULL, &function);
  return function;
}
