typedef struct {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
void *dlsym(void *, const char *);
#define RTLD_DEFAULT ((void *)-2)
